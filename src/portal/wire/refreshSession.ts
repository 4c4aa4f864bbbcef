/** The session of this page as the server has it now, after somebody changed the person's profile, company, code or name. */
import {RENEW_SESSION_CALL} from '../../schema/accountCalls.ts';
import type {SignInAnswer} from '../../schema/wire.ts';
import {claims, claimsOf} from '../session/claims.ts';
import {accessToken, hasSession, tellSessionState} from '../session/identity.ts';
import {writeSession} from '../session/session.ts';
import {onStaleSession, request} from './http.ts';

let running: Promise<void> | undefined;

const refresh = async (): Promise<void> => {
  const {body} = await request<SignInAnswer>(RENEW_SESSION_CALL);
  const now = claimsOf(body.token);
  const before = claims();
  if (!hasSession() || now?.nameid !== before?.nameid || now?.identity_tag === before?.identity_tag) return;
  writeSession(body);
  tellSessionState();
};

/** Takes it up, for all tabs; where that fails, the next answer says again that it is stale. */
export const refreshSession = (): Promise<void> =>
  running ??= refresh().catch(() => undefined).finally(() => {
    running = undefined;
  });

/**
 * Takes it up whenever an answer says that it is stale, or has said so.
 *
 * @returns the function that stops it
 */
export const followSession = (): (() => void) => {
  const told = onStaleSession(() => void refreshSession());
  if (told !== undefined && told === accessToken()) void refreshSession();
  return () => void onStaleSession(undefined);
};
