/** The session in localStorage, under the keys of rules: Session 2. For display only; the server decides access from the token. */
import {profileById} from '../../schema/access.ts';
import type {Config} from '../../schema/shapes/config.ts';
import type {Session} from '../../schema/session.ts';
import type {SignInAnswer} from '../../schema/apiShapes.ts';
import {isSignedIn, SESSION_KEYS, readSessionKey, type SessionKey} from './signedIn.ts';

const write = (key: SessionKey, value: string | number): void => localStorage.setItem(key, String(value));

export const storeToken = (token: string, userName: string): void => {
  write('USER', JSON.stringify({token, userName, idPerfil: Number(readSessionKey('idPerfil'))}));
  // Last, because this key tells other tabs that somebody is signed in.
  write('access_token', token);
};

let signedInHere = false;
/** True where the sign-in happened in this page; the browser's own navigation data may be of the page before. */
export const isSignedInHere = (): boolean => signedInHere;

export const dropSession = (): void => SESSION_KEYS.forEach(key => localStorage.removeItem(key));

/** @throws DOMException where storage is full */
export const writeSession = ({id, idPerfil, idEmpresa, codigoExterno, token, nome}: SignInAnswer): void => {
  write('logado', '1');
  write('idUsuario', id);
  write('idPerfil', idPerfil);
  write('idEmpresa', idEmpresa);
  write('codigoExterno', codigoExterno);
  storeToken(token, nome);
};

/** Signs in. @returns false where storage is full, with nothing stored */
export const storeSession = (answer: SignInAnswer): boolean => {
  try {
    writeSession(answer);
  } catch {
    dropSession();
    return false;
  }
  signedInHere = true;
  return true;
};

export const homeAddress = ({product, profiles}: Pick<Config, 'product' | 'profiles'>): string =>
  profiles[profileById({profiles}, Number(readSessionKey('idPerfil'))) ?? '']?.home ?? `${product.basename}/home`;

/** The stored session as the schema's; undefined when signed out, or for an undeclared profile. */
export const currentSession = (config: Pick<Config, 'profiles'>): Session | undefined => {
  const perfil = profileById(config, Number(readSessionKey('idPerfil')));
  if (!isSignedIn() || perfil === undefined) return undefined;
  return {
    id: Number(readSessionKey('idUsuario')), perfil, idEmpresa: Number(readSessionKey('idEmpresa')) || null,
    codigoExterno: readSessionKey('codigoExterno'),
  };
};
