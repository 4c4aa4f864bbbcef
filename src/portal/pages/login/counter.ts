/** What the public screens need once somebody does something there: a chunk of its own, so that the login is light. */
import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import {SignInToasts} from '../../toasts/SignInToasts.tsx';
import {ResetForm} from '../password/ResetForm.tsx';
import {ForgotDialog} from './ForgotDialog.tsx';
import {signIn} from './signIn.ts';

export const counterWith = (words: PublicConfig) => ({words, SignInToasts, ForgotDialog, ResetForm, signIn});
export type Counter = ReturnType<typeof counterWith>;
