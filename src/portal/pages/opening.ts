/** Which screen an address opens, before anything of the shell is loaded (§2, §4; decisions §7). */
import {HOME, RESET} from './addresses.ts';

export type Opening =
  | {screen: 'reset'}
  /** `at`: the address it has from now on. */
  | {screen: 'shell'; at: string}
  /** `wanted`: the address is one of the shell, to come back to after signing in. */
  | {screen: 'login'; wanted: boolean};

/**
 * @param home the signed-in person's own first screen; undefined for nobody
 */
export const openingAt = (pathname: string, basename: string, home: string | undefined): Opening => {
  if (pathname === RESET) return {screen: 'reset'};
  const inShell = pathname === basename || pathname.startsWith(`${basename}/`);
  if (home === undefined) return {screen: 'login', wanted: inShell};
  if (inShell) return {screen: 'shell', at: pathname};
  return {screen: 'shell', at: pathname === '/' ? `${basename}/${HOME}` : home};
};
