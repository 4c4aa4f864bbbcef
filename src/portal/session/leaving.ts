/** Leaving the shell: signing out, and a session that ended (rules: Session 7, 8). */
import {NOTICE, rememberAddress} from './comingBack.ts';
import {dropSession} from './session.ts';

/** A whole page load; given by the root, so that tests can see it. */
export type GoTo = (address: string) => void;

/** The two cookies of the single sign-on (rules: Session 7). */
const COOKIES = ['session', 'host'];

/** Sair: everything stored goes (rules: Session 7). */
export const signOut = (goTo: GoTo): void => {
  for (const name of COOKIES) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  const forget = (): void => {
    localStorage.clear();
    sessionStorage.clear();
  };
  forget();
  // A screen tells its place when the page is left: after this, and that goes too.
  window.addEventListener('pagehide', forget, {once: true});
  goTo('/login?redirect=true');
};

/** Any 401: the token goes, what the person was writing stays (rules: Session 8). The login page says why, once. */
export const endSession = (goTo: GoTo): void => {
  dropSession();
  sessionStorage.setItem(NOTICE, '1');
  const {pathname, search, hash} = window.location;
  rememberAddress(pathname + search + hash);
  goTo('/login');
};
