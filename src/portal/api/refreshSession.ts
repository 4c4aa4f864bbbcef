/** Renews this page's session after the person's profile, company, code or name has changed on the server. */
import {RENEW_SESSION_CALL} from '../../schema/accountCalls.ts';
import type {SignInAnswer} from '../../schema/apiShapes.ts';
import {claims, claimsOf} from '../session/claims.ts';
import {accessToken, hasSession, notifySessionState} from '../session/identity.ts';
import {writeSession} from '../session/session.ts';
import {onStaleSession, request} from './http.ts';

let running: Promise<void> | undefined;

const refresh = async (): Promise<void> => {
  const {body} = await request<SignInAnswer>(RENEW_SESSION_CALL);
  const newClaims = claimsOf(body.token);
  const currentClaims = claims();
  if (!hasSession() || newClaims?.nameid !== currentClaims?.nameid || newClaims?.identity_tag === currentClaims?.identity_tag) return;
  writeSession(body);
  notifySessionState();
};

/** Renews the session for all tabs; after a failure the next stale answer triggers another try. */
export const refreshSession = (): Promise<void> =>
  running ??= refresh().catch(() => undefined).finally(() => {
    running = undefined;
  });

/** Renews the session whenever an answer calls it stale. @returns stops it */
export const refreshSessionWhenStale = (): (() => void) => {
  const staleToken = onStaleSession(() => void refreshSession());
  if (staleToken !== undefined && staleToken === accessToken()) void refreshSession();
  return () => void onStaleSession(undefined);
};
