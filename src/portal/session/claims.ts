/** Who the token says is signed in (rules: Session 3); the login carries none of it. */
import {jwtDecode} from 'jwt-decode';
import type {TokenClaims} from '../../schema/wire.ts';
import {accessToken, hasSession} from './identity.ts';
import {storeToken} from './session.ts';

/** The token's claims; undefined without a readable token. */
export const claims = (): TokenClaims | undefined => {
  try {
    return jwtDecode<TokenClaims>(accessToken() ?? '');
  } catch {
    return undefined;
  }
};

/** Takes a fresh token for the same user (a changed password ends every other session, rules: Session 13), while they are signed in. */
export const renewToken = (token: string): void => {
  if (hasSession()) storeToken(token, claims()?.unique_name ?? '');
};
