/** Signing out, here and in another tab (rules: Session 7, 18); apart from `leaving.ts`, which every first screen loads. */
import {storeSessionEnding, type SessionEnding} from './returnAfterSignIn.ts';
import {draftOwner} from './draftKeys.ts';
import {releaseIdentity, sessionState, notifySessionState} from './identity.ts';
import type {LoadPage} from './endSession.ts';
import {readSessionKey} from './signedIn.ts';

/** Cookies of the single sign-on (rules: Session 7). */
const COOKIES = ['session', 'host'];

const clearTab = (ending?: SessionEnding): void => {
  const clear = (): void => {
    sessionStorage.clear();
    if (ending !== undefined) storeSessionEnding(ending);
  };
  clear();
  // Again on pagehide, because screens store their scroll position when the page is left.
  window.addEventListener('pagehide', clear, {once: true});
};

/** Clears all storage but the drafts of other people (rules: Session 7). Another person's session in another tab stays. */
export const signOut = (goTo: LoadPage): void => {
  if (sessionState() === 'another') return notifySessionState();
  releaseIdentity();
  for (const name of COOKIES) document.cookie = `${name}=; path=/; max-age=0; samesite=lax`;
  const userId = readSessionKey('idUsuario');
  const draftsOfOthers = Object.entries(localStorage as Record<string, string>)
    .filter(([key]) => userId !== '' && ![undefined, userId].includes(draftOwner(key)));
  localStorage.clear();
  for (const [key, draft] of draftsOfOthers) localStorage.setItem(key, draft);
  clearTab();
  goTo('/login?redirect=true');
};

/** Follows a sign-out in another tab, which has already asked about this tab's input. */
export const followSignOut = (goTo: LoadPage): void => {
  releaseIdentity();
  clearTab('signedOut');
  goTo('/login');
};
