/** Paths of the handwritten pages (rules: Screens 1): below /adm, and whole paths of the public ones. */
import {HOME} from '../../schema/pages.ts';

export {ALTERAR_SENHA, ENTREGAS, HOME, NOTICES_HASH, ROBOS} from '../../schema/pages.ts';
export const LOGIN_PATH = '/login';
export const RESET_PASSWORD_PATH = '/reset-senha';

type Opening =
  | {screen: 'reset'}
  /** `at`: the address after a redirect; undefined: the profile's home. */
  | {screen: 'shell'; at: string | undefined}
  /** `wanted`: the address lies in the shell and is opened again after the sign-in. */
  | {screen: 'login'; wanted: boolean};

/** Resolves the screen of an address before the shell is loaded (rules: Screens 1, Session 1). */
export const resolveInitialScreen = (pathname: string, basename: string, signedIn: boolean): Opening => {
  if (pathname === RESET_PASSWORD_PATH) return {screen: 'reset'};
  const inShell = pathname === basename || pathname.startsWith(`${basename}/`);
  if (!signedIn) return {screen: 'login', wanted: inShell};
  if (inShell) return {screen: 'shell', at: pathname};
  return {screen: 'shell', at: pathname === '/' ? `${basename}/${HOME}` : undefined};
};
