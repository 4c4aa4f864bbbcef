/** Leaves the shell when a session ends (rules: Session 8). */
import {noteEnding, rememberAddress} from './comingBack.ts';
import {hasDrafts} from './draftKeys.ts';
import {ownId, sessionState, tellSessionState} from './identity.ts';
import {dropSession} from './session.ts';

/** Loads a page; a parameter, so that tests can observe it. */
export type GoTo = (address: string) => void;

/** Ends the session after a 401: drops the token, keeps drafts, and notes the reason for the login (rules: Session 8). */
export const endSession = (goTo: GoTo): void => {
  if (sessionState() === 'another') return tellSessionState();
  const userId = ownId();
  dropSession();
  noteEnding(hasDrafts(userId) ? 'kept' : 'ended');
  const {pathname, search, hash} = window.location;
  rememberAddress(pathname + search + hash);
  goTo('/login');
};
