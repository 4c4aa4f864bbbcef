/** The modules that a public screen needs from the first interaction on: a separate chunk, so that the login loads fast. */
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {SignInToasts} from '../../toasts/SignInToasts.tsx';
import {ResetForm} from '../password/ResetForm.tsx';
import {ForgotDialog} from './ForgotDialog.tsx';
import {signIn} from './signIn.ts';

export const createPublicPageModules = (words: PublicConfig) => ({words, SignInToasts, ForgotDialog, ResetForm, signIn});
export type PublicPageModules = ReturnType<typeof createPublicPageModules>;
