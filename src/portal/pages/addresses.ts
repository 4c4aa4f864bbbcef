/** Pages written by hand (rules: Screens 1): by their path under /adm, and the public ones by their whole path. */
import {HOME} from '../../schema/pages.ts';

export {ALTERAR_SENHA, HOME, NOTICES_HASH, ROBOS} from '../../schema/pages.ts';
export const LOGIN = '/login';
export const RESET = '/reset-senha';

type Opening =
  | {screen: 'reset'}
  /** `at`: the address it has from now on; undefined: the person's own first screen. */
  | {screen: 'shell'; at: string | undefined}
  /** `wanted`: the address is one of the shell, to come back to after signing in. */
  | {screen: 'login'; wanted: boolean};

/** Which screen an address opens, before anything of the shell is loaded (rules: Screens 1, Session 1). */
export const openingAt = (pathname: string, basename: string, signedIn: boolean): Opening => {
  if (pathname === RESET) return {screen: 'reset'};
  const inShell = pathname === basename || pathname.startsWith(`${basename}/`);
  if (!signedIn) return {screen: 'login', wanted: inShell};
  if (inShell) return {screen: 'shell', at: pathname};
  return {screen: 'shell', at: pathname === '/' ? `${basename}/${HOME}` : undefined};
};
