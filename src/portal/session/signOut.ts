/** Sair (rules: Session 7). Apart from `leaving.ts`, which every first screen carries. */
import {ownerOf} from './draftKeys.ts';
import {releaseIdentity, sessionState, tellSessionState} from './identity.ts';
import {clearTab, type GoTo} from './leaving.ts';
import {read} from './signedIn.ts';

/** The two cookies of the single sign-on (rules: Session 7). */
const COOKIES = ['session', 'host'];

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
