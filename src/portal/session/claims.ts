/** Who the token says is signed in (rules: Session 3); the login carries none of it. */
import {jwtDecode} from 'jwt-decode';
import type {TokenClaims} from '../../schema/wire.ts';
import {accessToken, hasSession} from './identity.ts';
import {storeToken} from './session.ts';

/** A token's claims; undefined for one that cannot be read. */
export const claimsOf = (token: string): TokenClaims | undefined => {
  try {
    return jwtDecode<TokenClaims>(token);
  } catch {
    return undefined;
  }
};
/** Those of the person of this page. */
export const claims = (): TokenClaims | undefined => claimsOf(accessToken() ?? '');

/** Takes a fresh token for the same user (a changed password ends every other session, rules: Session 13), while they are signed in. */
export const renewToken = (token: string): void => {
  if (hasSession()) storeToken(token, claims()?.unique_name ?? '');
};
