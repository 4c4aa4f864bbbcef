/** Leaving the shell where a session ended (rules: Session 8). */
import {noteEnding, rememberAddress} from './comingBack.ts';
import {hasDrafts} from './draftKeys.ts';
import {ownId, sessionState, tellSessionState} from './identity.ts';
import {dropSession} from './session.ts';

/** A whole page load; given by the root, so that tests can see it. */
export type GoTo = (address: string) => void;

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
