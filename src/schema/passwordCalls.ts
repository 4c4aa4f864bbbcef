/** The calls of a forgotten password (rules: Session 9, 10). Nobody has signed in for them. */
import type {Endpoint} from './config/config.ts';

export const FORGOT: Endpoint = 'POST resetSenha/forgot-password';
/** Whose link it is: the token stands in the path. */
export const LOOKUP: Endpoint = 'GET usuarios/busca-usuario-reset-senha/:token';
export const RESET: Endpoint = 'POST resetSenha/reset-senha';
