/** Claims of the access token (rules: Session 3); the login does not load this file. */
import {jwtDecode} from 'jwt-decode';
import type {TokenClaims} from '../../schema/apiShapes.ts';
import {accessToken, hasSession} from './identity.ts';
import {storeToken} from './session.ts';

export const claimsOf = (token: string): TokenClaims | undefined => {
  try {
    return jwtDecode<TokenClaims>(token);
  } catch {
    return undefined;
  }
};
export const claims = (): TokenClaims | undefined => claimsOf(accessToken() ?? '');

/** Stores a new token of the same user, as a changed password ends every other session (rules: Session 13). */
export const renewToken = (token: string): void => {
  if (hasSession()) storeToken(token, claims()?.unique_name ?? '');
};
