/** How a signed-in person learns that their profile, company, code or name changed (rules: Session 19). */
import type {Endpoint} from './config/config.ts';

/** What signing in would answer now, with a token that ends when the caller's does. */
export const SESSION: Endpoint = 'GET sessao';
/** On an answer: what the caller's token says of its person is not so any more. {@link SESSION} tells what is. */
export const STALE_SESSION = 'X-Session-Stale';
