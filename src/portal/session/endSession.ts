/** Leaves the shell when a session ends (rules: Session 8). */
import {storeSessionEnding, storeReturnAddress} from './returnAfterSignIn.ts';
import {hasDrafts} from './draftKeys.ts';
import {pageUserId, sessionState, notifySessionState} from './identity.ts';
import {dropSession} from './session.ts';

/** Loads a page; a parameter, so that tests can observe it. */
export type LoadPage = (address: string) => void;

/** Ends the session after a 401: drops the token, keeps drafts, and notes the reason for the login (rules: Session 8). */
export const endSession = (goTo: LoadPage): void => {
  if (sessionState() === 'another') return notifySessionState();
  const userId = pageUserId();
  dropSession();
  storeSessionEnding(hasDrafts(userId) ? 'kept' : 'ended');
  const {pathname, search, hash} = window.location;
  storeReturnAddress(pathname + search + hash);
  goTo('/login');
};
