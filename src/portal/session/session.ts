/**
 * The session in the browser, under the names others know it by (rules: Session 2): USER, logado, idUsuario, idPerfil, idEmpresa,
 * codigoExterno, access_token. Who may what is decided by the server from the token; this only draws.
 */
import {profileById} from '../../schema/access.ts';
import type {Config} from '../../schema/shapes/config.ts';
import type {Session} from '../../schema/session.ts';
import type {SignInAnswer} from '../../schema/wire.ts';
import {isSignedIn, KEYS, read, type Key} from './signedIn.ts';

const write = (key: Key, value: string | number): void => localStorage.setItem(key, String(value));

/** The token, where it stands on its own and beside whose it is. */
export const storeToken = (token: string, userName: string): void => {
  write('USER', JSON.stringify({token, userName, idPerfil: Number(read('idPerfil'))}));
  // Last: with it other tabs see that somebody is signed in, and who.
  write('access_token', token);
};

let here = false;
/** Whether it was in this page that somebody signed in; what a browser says of that, it may say of the page before, too. */
export const isSignedInHere = (): boolean => here;

/** Ends the session here; other stored data (drafts) stays. */
export const dropSession = (): void => KEYS.forEach(key => localStorage.removeItem(key));

/** @throws DOMException where the browser has no room for it */
export const writeSession = ({id, idPerfil, idEmpresa, codigoExterno, token, nome}: SignInAnswer): void => {
  write('logado', '1');
  write('idUsuario', id);
  write('idPerfil', idPerfil);
  write('idEmpresa', idEmpresa);
  write('codigoExterno', codigoExterno);
  storeToken(token, nome);
};

/** Signs in. @returns false where the browser has no room for it, and nothing of it is kept */
export const storeSession = (answer: SignInAnswer): boolean => {
  try {
    writeSession(answer);
  } catch {
    dropSession();
    return false;
  }
  here = true;
  return true;
};

/** The first screen of whoever is signed in: their profile's (rules: Session 6). */
export const homeOf = ({product, profiles}: Pick<Config, 'product' | 'profiles'>): string =>
  profiles[profileById({profiles}, Number(read('idPerfil'))) ?? '']?.home ?? `${product.basename}/home`;

/** Who is signed in, as rules of the schema want it; undefined for nobody, or a profile the config does not know. */
export const currentSession = (config: Pick<Config, 'profiles'>): Session | undefined => {
  const perfil = profileById(config, Number(read('idPerfil')));
  if (!isSignedIn() || perfil === undefined) return undefined;
  return {id: Number(read('idUsuario')), perfil, idEmpresa: Number(read('idEmpresa')) || null, codigoExterno: read('codigoExterno')};
};
