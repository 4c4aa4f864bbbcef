/** Our calls for who somebody is: a forgotten password, and a person whose profile, company, code or name changed. */
import type {Endpoint} from './config/config.ts';

/** These three nobody has signed in for (rules: Session 9, 10). */
export const FORGOT: Endpoint = 'POST resetSenha/forgot-password';
/** Whose link it is: the token stands in the path. */
export const LOOKUP: Endpoint = 'GET usuarios/busca-usuario-reset-senha/:token';
export const RESET: Endpoint = 'POST resetSenha/reset-senha';

/** What signing in would answer now, with a token that ends when the caller's does (rules: Session 19). */
export const SESSION: Endpoint = 'GET sessao';
/** On an answer: what the caller's token says of its person is not so any more. {@link SESSION} tells what is. */
export const STALE_SESSION = 'X-Session-Stale';
