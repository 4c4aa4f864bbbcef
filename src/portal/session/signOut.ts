/** Sair, here and in another tab (rules: Session 7, 18). Apart from `leaving.ts`, which every first screen carries. */
import {noteEnding, type Ending} from './comingBack.ts';
import {ownerOf} from './draftKeys.ts';
import {releaseIdentity, sessionState, tellSessionState} from './identity.ts';
import type {GoTo} from './leaving.ts';
import {read} from './signedIn.ts';

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
