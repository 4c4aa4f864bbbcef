/** Signing in: what is checked before, what is sent, what a refusal shows (rules: Session 4, 5). */
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import type {GeneralMessageName} from '../../../schema/shapes/productMessages.ts';
import type {SignInAnswer} from '../../../schema/wire.ts';
import {takeAddress} from '../../session/comingBack.ts';
import {homeOf, storeSession} from '../../session/session.ts';
import {bodyOfError, statusOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import type {Notice, ShowNotice} from './notice.ts';

export interface Credentials {
  email: string;
  senha: string;
}

const say = ({messages}: PublicConfig, type: Notice['type'], name: GeneralMessageName): Notice => ({type, message: messages[name]});

/** The warning for what was left empty; undefined when both are there. */
const missing = (words: PublicConfig, {email, senha}: Credentials): Notice | undefined => {
  if (email.trim() === '' && senha === '') return say(words, 'warning', 'loginBoth');
  if (email.trim() === '') return say(words, 'warning', 'loginUser');
  return senha === '' ? say(words, 'warning', 'loginPassword') : undefined;
};

/** What a failed sign-in shows; undefined: nothing. */
const refusal = (words: PublicConfig, error: unknown): Notice | undefined => {
  const status = statusOfError(error);
  if (status === 401) return say(words, 'error', 'loginRefused');
  if (status === 0) return say(words, 'error', 'offline');
  const {codigo, message} = bodyOfError(error);
  return codigo === 'LIMITE' && message ? {type: 'warning', message} : undefined;
};

/**
 * Signs in, or tells why not.
 *
 * @returns where to go: the address somebody wanted, or their profile's home; undefined: nowhere yet
 */
export const signIn = async (words: PublicConfig, {email, senha}: Credentials, show: ShowNotice): Promise<string | undefined> => {
  const gap = missing(words, {email, senha});
  if (gap !== undefined) {
    show(gap);
    return undefined;
  }
  try {
    const {body} = await request<SignInAnswer>('POST usuarios/login', {body: {email: email.trim(), senha}});
    if (!storeSession(body)) {
      show(say(words, 'error', 'storageFull'));
      return undefined;
    }
    return takeAddress(words.product.basename) ?? homeOf(words);
  } catch (error) {
    const said = refusal(words, error);
    if (said) show(said);
    return undefined;
  }
};
