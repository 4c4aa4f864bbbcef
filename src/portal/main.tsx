/**
 * Where the portal starts. Only React and the public screens are loaded here: who is not signed in never pays for
 * react-admin (§2: entry to the shell needs a session).
 */
import {StrictMode, type ReactNode} from 'react';
import {createRoot, type Root} from 'react-dom/client';
import {front} from './front.ts';
import {Door} from './pages/login/Door.tsx';
import {followTheme} from './pages/login/markTheme.ts';
import {LOGIN} from './pages/addresses.ts';
import {openingAt} from './pages/opening.ts';
import {takeResetToken} from './pages/password/resetToken.ts';
import {rememberAddress, takeNotice} from './session/leaving.ts';
import {homeOf, isSignedIn} from './session/session.ts';
import './theme/fonts.css';

/** Leaving the shell is a whole page load: nothing of one person's session stays in memory for the next. */
const leave = (address: string): void => window.location.assign(address);
const moveTo = (address: string): void => window.history.replaceState(null, '', address);

let root: Root | undefined;
const render = (screen: ReactNode): void => {
  const element = document.getElementById('root');
  if (element === null) return;
  root ??= createRoot(element);
  root.render(<StrictMode>{screen}</StrictMode>);
};

/** A new version may have replaced the files this page asks for. */
const unreachable = (
  <main className="shell" role="alert">
    <p>Não foi possível carregar o portal. Confira a conexão e tente de novo.</p>
    <button type="button" onClick={() => window.location.reload()}>Tentar de novo</button>
  </main>
);

const openShell = (): Promise<void> =>
  import('./shell.tsx').then(({PortalShell}) => render(<PortalShell goTo={leave} />), () => render(unreachable));

const openDoor = (resetToken?: string): void => {
  const unfollow = followTheme();
  // In the same page: before the sign-in there is nothing of anybody's in it, and each session is left by a page load.
  const enter = (address: string): void => {
    moveTo(address);
    void openShell().then(unfollow);
  };
  render(<Door front={front} enter={enter} ended={takeNotice()} resetToken={resetToken} />);
};

const {pathname, search} = window.location;
const {basename} = front.product;
const opening = openingAt(pathname, basename, isSignedIn() ? homeOf(front) : undefined);
if (opening.screen === 'reset') openDoor(takeResetToken());
else if (opening.screen === 'shell') {
  if (opening.at !== pathname) moveTo(opening.at);
  void openShell();
} else {
  if (opening.wanted) rememberAddress(pathname + search);
  if (pathname !== LOGIN) moveTo(LOGIN);
  openDoor();
}
