/** Leaving the shell: signing out, and a session that ended (rules: Session 7, 8). */
import {noteEnding, rememberAddress, type Ending} from './comingBack.ts';
import {hasDrafts, ownerOf} from './draftKeys.ts';
import {ownId, releaseIdentity, sessionState, tellSessionState} from './identity.ts';
import {dropSession} from './session.ts';
import {read} from './signedIn.ts';

/** A whole page load; given by the root, so that tests can see it. */
export type GoTo = (address: string) => void;

/** The two cookies of the single sign-on (rules: Session 7). */
const COOKIES = ['session', 'host'];

/** What this tab alone keeps of a person, until the page has gone. */
const clearTab = (ending?: Ending): void => {
  const clear = (): void => {
    sessionStorage.clear();
    if (ending !== undefined) noteEnding(ending);
  };
  clear();
  // A screen tells its place when the page is left: after this, and that goes too.
  window.addEventListener('pagehide', clear, {once: true});
};

/** Sair: everything stored goes but the drafts of other people (rules: Session 7). Whoever signed in in another tab stays so. */
export const signOut = (goTo: GoTo): void => {
  if (sessionState() === 'another') return tellSessionState();
  releaseIdentity();
  for (const name of COOKIES) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  const own = read('idUsuario');
  const drafts = Object.entries(localStorage as Record<string, string>)
    .filter(([key]) => own !== '' && ![undefined, own].includes(ownerOf(key)));
  localStorage.clear();
  for (const [key, draft] of drafts) localStorage.setItem(key, draft);
  clearTab();
  goTo('/login?redirect=true');
};

/** Sair in another tab, which asked about what is typed in this one: nothing of it is kept. */
export const followSignOut = (goTo: GoTo): void => {
  releaseIdentity();
  clearTab('signedOut');
  goTo('/login');
};

/** Any 401: the token goes, what the person was writing stays (rules: Session 8). The login page says why, once. */
export const endSession = (goTo: GoTo): void => {
  if (sessionState() === 'another') return tellSessionState();
  const own = ownId();
  dropSession();
  noteEnding(hasDrafts(own) ? 'kept' : 'ended');
  const {pathname, search, hash} = window.location;
  rememberAddress(pathname + search + hash);
  goTo('/login');
};
