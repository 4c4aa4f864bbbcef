/**
 * Where the portal starts. Only React and the public screens are loaded here: who is not signed in never pays for
 * react-admin (entry to the shell needs a session, rules: Session 1).
 */
import {StrictMode, type ReactNode} from 'react';
import {createRoot, type Root} from 'react-dom/client';
import {front} from './front.ts';
import {Door} from './pages/login/Door.tsx';
import {StorageBlocked, Unreachable} from './pages/login/Unreachable.tsx';
import {LOGIN, openingAt} from './pages/addresses.ts';
import {rememberAddress, takeEnding} from './session/comingBack.ts';
import {canStore, isSignedIn} from './session/signedIn.ts';
import './theme/fonts.css';

/** Leaving the shell is a whole page load: nothing of one person's session stays in memory for the next. */
const leave = (address: string): void => window.location.assign(address);
/** A step of the history keeps its state (how far it was scrolled hangs on it) where the address is the same. */
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
/** Where there is neither door nor shell. */
const renderNote = (note: ReactNode): void => render(<main className="shell"><h1>{front.product.name}</h1>{note}</main>);

/** @param at undefined: the person's own first screen */
const openShell = (at: string | undefined): Promise<void> => {
  if (at !== undefined) moveTo(at);
  return import('./shell.tsx').then(({home, PortalShell}) => {
    if (at === undefined) moveTo(home());
    render(<PortalShell goTo={leave} />);
  }, () => renderNote(<Unreachable />));
};

/** Whoever types at the login will want the shell: it is on its way meanwhile. */
const loadCounter = async () => {
  const {counter} = await import('./counter.ts');
  import('./shell.tsx').catch(() => undefined);
  return counter;
};

const openDoor = (reset: boolean): void => {
  // In the same page: before the sign-in there is nothing of anybody's in it, and each session is left by a page load.
  const enter = (address: string): void => void openShell(address);
  render(<Door front={front} loadCounter={loadCounter} enter={enter} ending={takeEnding()} reset={reset} />);
};

const open = (): void => {
  const {pathname, search, hash} = window.location;
  const {basename} = front.product;
  const opening = openingAt(pathname, basename, isSignedIn());
  if (opening.screen === 'reset') return openDoor(true);
  if (opening.screen === 'shell') return void openShell(opening.at === pathname ? pathname + search + hash : opening.at);
  if (opening.wanted) rememberAddress(pathname + search + hash);
  if (pathname !== LOGIN) moveTo(LOGIN);
  openDoor(false);
};

if (canStore()) open();
else renderNote(<StorageBlocked />);
