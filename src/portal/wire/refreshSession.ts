/** The session of this page as the server has it now, after somebody changed the person's profile, company, code or name. */
import {SESSION} from '../../schema/accountCalls.ts';
import type {SignInAnswer} from '../../schema/wire.ts';
import {claims, claimsOf} from '../session/claims.ts';
import {accessToken, hasSession, tellSessionState} from '../session/identity.ts';
import {writeSession} from '../session/session.ts';
import {request} from './http.ts';

let running: Promise<void> | undefined;

const refresh = async (): Promise<void> => {
  const {body} = await request<SignInAnswer>(SESSION);
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

/** The same, unless the token that an answer called stale is not in use any more: many answers say so at once. */
export const refreshStale = async (token: string | undefined): Promise<void> => (token === accessToken() ? refreshSession() : undefined);
