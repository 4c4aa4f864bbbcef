/** The portal's entry. Loads React and the public screens only; react-admin comes with the shell, after sign-in (rules: Session 1). */
import {StrictMode, type ReactNode} from 'react';
import {createRoot, type Root} from 'react-dom/client';
import {front} from './front.ts';
import {PublicPage} from './pages/login/PublicPage.tsx';
import {StorageBlockedNote, LoadFailedNote} from './pages/login/FailureNotes.tsx';
import {LOGIN_PATH, resolveInitialScreen} from './pages/pagePaths.ts';
import {storeReturnAddress, takeSessionEnding} from './session/returnAfterSignIn.ts';
import {isStorageAvailable, isSignedIn} from './session/signedIn.ts';
import './theme/fonts.css';

/** A full page load, so that nothing of one person's session stays in memory for the next. */
const leavePage = (address: string): void => window.location.assign(address);
/** Replaces the address; keeps the history state, and with it the scroll position, where the address is the same. */
const moveTo = (address: string): void => {
  const {pathname, search, hash} = window.location;
  if (address !== pathname + search + hash) window.history.replaceState(null, '', address);
};

let root: Root | undefined;
const render = (screen: ReactNode): void => {
  const element = document.getElementById('root');
  if (element === null) return;
  root ??= createRoot(element);
  root.render(<StrictMode>{screen}</StrictMode>);
};
/** Renders a note in place of login and shell. */
const renderNote = (note: ReactNode): void => render(<main className="shell"><h1>{front.product.name}</h1>{note}</main>);

/** @param address undefined: the person's own first screen */
const openShell = (address: string | undefined): Promise<void> => {
  if (address !== undefined) moveTo(address);
  return import('./shell.tsx').then(({home, PortalShell}) => {
    if (address === undefined) moveTo(home());
    render(<PortalShell goTo={leavePage} />);
  }, () => renderNote(<LoadFailedNote />));
};

/** Loads the login's actions, and preloads the shell, because a person who types will sign in. */
const loadCounter = async () => {
  const {counter} = await import('./counter.ts');
  import('./shell.tsx').catch(() => undefined);
  return counter;
};

const openLogin = (reset: boolean): void => {
  // In the same page, because nothing of a person is in memory before the sign-in.
  const enter = (address: string): void => void openShell(address);
  render(<PublicPage front={front} loadCounter={loadCounter} enter={enter} ending={takeSessionEnding()} reset={reset} />);
};

const openPortal = (): void => {
  const {pathname, search, hash} = window.location;
  const {basename} = front.product;
  const opening = resolveInitialScreen(pathname, basename, isSignedIn());
  if (opening.screen === 'reset') return openLogin(true);
  if (opening.screen === 'shell') return void openShell(opening.at === pathname ? pathname + search + hash : opening.at);
  if (opening.wanted) storeReturnAddress(pathname + search + hash);
  if (pathname !== LOGIN_PATH) moveTo(LOGIN_PATH);
  openLogin(false);
};

if (isStorageAvailable()) openPortal();
else renderNote(<StorageBlockedNote />);
