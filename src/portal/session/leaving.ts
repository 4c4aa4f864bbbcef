/** Leaving the shell: signing out, a session that ended, and the address to come back to (§4). */
import {dropSession} from './session.ts';

/** A whole page load; given by the root, so that tests can see it. */
export type GoTo = (address: string) => void;

const ADDRESS = 'voltarPara';
const NOTICE = 'sessaoEncerrada';
/** The two cookies of the single sign-on (§4). */
const COOKIES = ['session', 'host'];

/** Keeps the address somebody wanted, to open it after signing in. */
export const rememberAddress = (address: string): void => sessionStorage.setItem(ADDRESS, address);

/** The kept address, once; only one inside the shell. */
export const takeAddress = (basename: string): string | undefined => {
  const address = sessionStorage.getItem(ADDRESS);
  sessionStorage.removeItem(ADDRESS);
  return address?.startsWith(`${basename}/`) ? address : undefined;
};

/** Whether the last session ended by itself; true once. */
export const takeNotice = (): boolean => {
  const ended = sessionStorage.getItem(NOTICE) !== null;
  sessionStorage.removeItem(NOTICE);
  return ended;
};

/** Sair: everything stored goes (§4). */
export const signOut = (goTo: GoTo): void => {
  for (const name of COOKIES) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  localStorage.clear();
  sessionStorage.clear();
  goTo('/login?redirect=true');
};

/** Any 401: the token goes, what the person was writing stays (decisions §7). The login page says why, once. */
export const endSession = (goTo: GoTo): void => {
  dropSession();
  sessionStorage.setItem(NOTICE, '1');
  rememberAddress(window.location.pathname + window.location.search);
  goTo('/login');
};
