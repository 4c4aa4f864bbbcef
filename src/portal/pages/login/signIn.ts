/** The sign-in call: checks before it and toasts of a refusal (rules: Session 4, 5). */
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import type {GeneralMessageName} from '../../../schema/shapes/productMessages.ts';
import type {SignInAnswer} from '../../../schema/apiShapes.ts';
import {takeReturnAddress} from '../../session/returnAfterSignIn.ts';
import {homeAddress, storeSession} from '../../session/session.ts';
import {readErrorBody, statusOfError} from '../../api/errors.ts';
import {request} from '../../api/http.ts';
import type {PublicToast, ShowPublicToast} from './publicToasts.ts';

export interface Credentials {
  email: string;
  senha: string;
}

const toastOf = (
  {messages}: PublicConfig, type: PublicToast['type'], name: GeneralMessageName,
): PublicToast => ({type, message: messages[name]});

const missingWarning = (words: PublicConfig, {email, senha}: Credentials): PublicToast | undefined => {
  if (email.trim() === '' && senha === '') return toastOf(words, 'warning', 'loginBoth');
  if (email.trim() === '') return toastOf(words, 'warning', 'loginUser');
  return senha === '' ? toastOf(words, 'warning', 'loginPassword') : undefined;
};

const refusalToast = (words: PublicConfig, error: unknown): PublicToast | undefined => {
  const status = statusOfError(error);
  if (status === 401) return toastOf(words, 'error', 'loginRefused');
  if (status === 0) return toastOf(words, 'error', 'offline');
  const {codigo, message} = readErrorBody(error);
  return codigo === 'LIMITE' && message ? {type: 'warning', message} : undefined;
};

/**
 * Signs in, or shows why not.
 *
 * @returns the address to open: the one requested before the sign-in, or the profile's home; undefined: the sign-in failed
 */
export const signIn = async (words: PublicConfig, {email, senha}: Credentials, show: ShowPublicToast): Promise<string | undefined> => {
  const warning = missingWarning(words, {email, senha});
  if (warning !== undefined) {
    show(warning);
    return undefined;
  }
  try {
    const {body} = await request<SignInAnswer>('POST usuarios/login', {body: {email: email.trim(), senha}});
    if (!storeSession(body)) {
      show(toastOf(words, 'error', 'storageFull'));
      return undefined;
    }
    return takeReturnAddress(words.product.basename) ?? homeAddress(words);
  } catch (error) {
    const toast = refusalToast(words, error);
    if (toast) show(toast);
    return undefined;
  }
};
