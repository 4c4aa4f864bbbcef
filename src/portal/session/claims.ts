/** Who the token says is signed in (rules: Session 3); the login carries none of it. */
import {jwtDecode} from 'jwt-decode';
import {accessToken, storeToken} from './session.ts';

/** The claims read from the token (rules: Session 3). */
export interface Claims {
  unique_name: string;
  role: string;
  groupsid: string;
  email: string;
  nameid: string;
}

/** The token's claims; undefined without a readable token. */
export const claims = (): Claims | undefined => {
  try {
    return jwtDecode<Claims>(accessToken() ?? '');
  } catch {
    return undefined;
  }
};

/** Takes a fresh token for the same user (a changed password ends every other session, rules: Session 13). */
export const renewToken = (token: string): void => storeToken(token, claims()?.unique_name ?? '');
