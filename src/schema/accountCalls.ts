/** Calls for passwords and for the current session. */
import type {Endpoint} from './shapes/config.ts';

/** Needs no session, like the two calls below (rules: Session 9, 10). */
export const FORGOT_PASSWORD_CALL: Endpoint = 'POST resetSenha/forgot-password';
/** Returns the owner of a password link; the token is in the path. */
export const RESET_LOOKUP_CALL: Endpoint = 'GET usuarios/busca-usuario-reset-senha/:token';
export const RESET_PASSWORD_CALL: Endpoint = 'POST resetSenha/reset-senha';

/** Returns a new sign-in answer, whose token expires with the caller's (rules: Session 19). */
export const RENEW_SESSION_CALL: Endpoint = 'GET sessao';
/** Response header: the claims of the caller's token are outdated. {@link RENEW_SESSION_CALL} returns the current ones. */
export const STALE_SESSION_HEADER = 'X-Session-Stale';
