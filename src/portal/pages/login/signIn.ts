/** Signing in: what is checked before, what is sent, what a refusal shows (§5, §8; decisions §7). */
import type {Front} from '../../../schema/front.ts';
import {homeOf, storeSession, type LoginAnswer} from '../../session/session.ts';
import {bodyOfError, statusOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import type {Notice} from './notice.ts';

/** The most characters of both fields (§9). */
export const LOGIN_MAX = 45;

export interface Credentials {
  email: string;
  senha: string;
}

const say = ({messages}: Front, type: Notice['type'], name: string): Notice => ({type, message: messages[name] ?? ''});

/** The warning for what was left empty; undefined when both are there. */
export const missing = (front: Front, {email, senha}: Credentials): Notice | undefined => {
  if (email.trim() === '' && senha === '') return say(front, 'warning', 'loginBoth');
  if (email.trim() === '') return say(front, 'warning', 'loginUser');
  return senha === '' ? say(front, 'warning', 'loginPassword') : undefined;
};

/** What a failed sign-in shows; undefined: nothing. */
export const refusal = (front: Front, error: unknown): Notice | undefined => {
  const status = statusOfError(error);
  if (status === 401) return say(front, 'error', 'loginRefused');
  if (status === 0) return say(front, 'error', 'offline');
  const {codigo, message} = bodyOfError(error);
  return codigo === 'LIMITE' && message ? {type: 'warning', message} : undefined;
};

/** @returns the profile's home, after the session was stored */
export const signIn = async (front: Front, {email, senha}: Credentials): Promise<string> => {
  const {body} = await request<LoginAnswer>('POST usuarios/login', {body: {email: email.trim(), senha}});
  storeSession(body);
  return homeOf(front);
};
