/** Leaving the shell where a session ended (rules: Session 8, 18). */
import {noteEnding, rememberAddress, type Ending} from './comingBack.ts';
import {hasDrafts} from './draftKeys.ts';
import {ownId, releaseIdentity, sessionState, tellSessionState} from './identity.ts';
import {dropSession} from './session.ts';

/** A whole page load; given by the root, so that tests can see it. */
export type GoTo = (address: string) => void;

/** What this tab alone keeps of a person, until the page has gone. */
export const clearTab = (ending?: Ending): void => {
  const clear = (): void => {
    sessionStorage.clear();
    if (ending !== undefined) noteEnding(ending);
  };
  clear();
  // A screen tells its place when the page is left: after this, and that goes too.
  window.addEventListener('pagehide', clear, {once: true});
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
