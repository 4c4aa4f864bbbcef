/**
 * Where the portal starts. Only React and the login page are loaded here: who is not signed in never pays for
 * react-admin (§2: entry to the shell needs a session).
 */
import {StrictMode, type ReactNode} from 'react';
import {createRoot} from 'react-dom/client';
import config from '../../resources.config.ts';
import type {Config} from '../schema/config.ts';
import {LoginPage} from './pages/login/LoginPage.tsx';
import {rememberAddress} from './session/leaving.ts';
import {isSignedIn} from './session/session.ts';
import './theme/fonts.css';

const product: Config = config;
const {basename} = product.product;
const home = `${basename}/home`;
const goTo = (address: string): void => window.location.assign(address);

const render = (screen: ReactNode): void => {
  const element = document.getElementById('root');
  if (element) createRoot(element).render(<StrictMode>{screen}</StrictMode>);
};

/** A new version may have replaced the files this page asks for. */
const unreachable = (
  <main className="shell" role="alert">
    <p>Não foi possível carregar o portal. Confira a conexão e tente de novo.</p>
    <button type="button" onClick={() => window.location.reload()}>Tentar de novo</button>
  </main>
);

const openShell = (): void => {
  import('./app/AdminApp.tsx').then(
    ({AdminApp}) => render(<AdminApp config={product} goTo={goTo} />),
    () => render(unreachable),
  );
};

const openLogin = (): void => {
  if (window.location.pathname !== '/login') window.history.replaceState(null, '', '/login');
  render(<LoginPage config={product} goTo={goTo} />);
};

const {pathname, search} = window.location;
const inShell = pathname === '/' || pathname === basename || pathname.startsWith(`${basename}/`);
if (pathname === '/') window.history.replaceState(null, '', home);
if (inShell && isSignedIn()) openShell();
else {
  if (inShell && pathname !== '/') rememberAddress(pathname + search);
  openLogin();
}
