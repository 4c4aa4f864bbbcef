/**
 * The session in the browser, under the keys of §3: USER, logado, idUsuario, idPerfil, idEmpresa, codigoExterno,
 * access_token. Who may what is decided by the server from the token; this only draws.
 */
import {jwtDecode} from 'jwt-decode';
import {profileById} from '../../schema/access.ts';
import type {Config} from '../../schema/config.ts';
import type {Session} from '../../schema/session.ts';

/** What POST usuarios/login answers (§3). */
export interface LoginAnswer {
  token: string;
  nome: string;
  idPerfil: number;
  id: number;
  idEmpresa: number;
  codigoExterno: string;
}

/** The claims read from the token (§3). */
export interface Claims {
  unique_name: string;
  role: string;
  groupsid: string;
  email: string;
  nameid: string;
}

const KEYS = ['USER', 'logado', 'idUsuario', 'idPerfil', 'idEmpresa', 'codigoExterno', 'access_token'] as const;
type Key = (typeof KEYS)[number];
const read = (key: Key): string => localStorage.getItem(key) ?? '';
const write = (key: Key, value: string | number): void => localStorage.setItem(key, String(value));

export const storeSession = (answer: LoginAnswer): void => {
  write('USER', JSON.stringify({token: answer.token, userName: answer.nome, idPerfil: answer.idPerfil}));
  write('logado', '1');
  write('idUsuario', answer.id);
  write('idPerfil', answer.idPerfil);
  write('idEmpresa', answer.idEmpresa);
  write('codigoExterno', answer.codigoExterno);
  write('access_token', answer.token);
};

/** Takes a fresh token for the same user (a changed password ends every other session, decisions §5). */
export const renewToken = (token: string): void => {
  write('access_token', token);
  write('USER', JSON.stringify({token, userName: claims()?.unique_name ?? '', idPerfil: Number(read('idPerfil'))}));
};

/** Entry to the shell: 'logado' is present and not '0' (§2). */
export const isSignedIn = (): boolean => read('logado') !== '' && read('logado') !== '0' && read('access_token') !== '';

export const accessToken = (): string | undefined => read('access_token') || undefined;

/** Ends the session here; other stored data (drafts) stays. */
export const dropSession = (): void => KEYS.forEach(key => localStorage.removeItem(key));

/** The token's claims; undefined without a readable token. */
export const claims = (): Claims | undefined => {
  try {
    return jwtDecode<Claims>(read('access_token'));
  } catch {
    return undefined;
  }
};

/** The first screen of whoever is signed in: their profile's (§4). */
export const homeOf = ({product, profiles}: Pick<Config, 'product' | 'profiles'>): string =>
  profiles[profileById({profiles}, Number(read('idPerfil'))) ?? '']?.home ?? `${product.basename}/home`;

/** Who is signed in, as rules of the schema want it; undefined for nobody, or a profile the config does not know. */
export const currentSession = (config: Pick<Config, 'profiles'>): Session | undefined => {
  const perfil = profileById(config, Number(read('idPerfil')));
  if (!isSignedIn() || perfil === undefined) return undefined;
  return {id: Number(read('idUsuario')), perfil, idEmpresa: Number(read('idEmpresa')) || null, codigoExterno: read('codigoExterno')};
};
