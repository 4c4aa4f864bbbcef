/** Signing in: what is checked before, what is sent, what a refusal shows (§5, §8; decisions §7). */
import {profileById} from '../../../schema/access.ts';
import type {Config} from '../../../schema/config.ts';
import {storeSession, type LoginAnswer} from '../../session/session.ts';
import {bodyOfError, statusOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';

/** The most characters of both fields (§9). */
export const LOGIN_MAX = 45;

export interface Notice {
  type: 'warning' | 'error';
  message: string;
}
export interface Credentials {
  email: string;
  senha: string;
}

const say = (config: Config, type: Notice['type'], name: string): Notice => ({type, message: config.messages[name] ?? ''});

/** The warning for what was left empty; undefined when both are there. */
export const missing = (config: Config, {email, senha}: Credentials): Notice | undefined => {
  if (email.trim() === '' && senha === '') return say(config, 'warning', 'loginBoth');
  if (email.trim() === '') return say(config, 'warning', 'loginUser');
  return senha === '' ? say(config, 'warning', 'loginPassword') : undefined;
};

/** What a failed sign-in shows; undefined: nothing. */
export const refusal = (config: Config, error: unknown): Notice | undefined => {
  const status = statusOfError(error);
  if (status === 401) return say(config, 'error', 'loginRefused');
  if (status === 0) return say(config, 'error', 'offline');
  const {codigo, message} = bodyOfError(error);
  return codigo === 'LIMITE' && message ? {type: 'warning', message} : undefined;
};

/** @returns the profile's home, after the session was stored */
export const signIn = async (config: Config, {email, senha}: Credentials): Promise<string> => {
  const {body} = await request<LoginAnswer>('POST usuarios/login', {body: {email: email.trim(), senha}});
  storeSession(body);
  const profile = config.profiles[profileById(config, body.idPerfil) ?? ''];
  return profile?.home ?? `${config.product.basename}/home`;
};
