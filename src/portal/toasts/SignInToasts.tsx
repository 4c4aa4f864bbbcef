/** Toasts of the sign-in flow (rules: Screens 5). */
import {useEffect} from 'react';
import {showToast, SIGN_IN_TIMEOUT, WEIGHTS, type ToastType, type Words} from './show.tsx';
import {ToastHost} from './ToastHost.tsx';

interface SignInToastsProps {
  config: Words;
  /** A new object for each toast, also with the same message. */
  notice: {type: ToastType; message: string};
}

export const SignInToasts = ({config, notice}: SignInToastsProps) => {
  // The heaviest weight, so that the last try replaces any earlier toast.
  useEffect(() => showToast(config, notice.type, notice.message, {weight: WEIGHTS.refused}), [config, notice]);
  return <ToastHost timeout={SIGN_IN_TIMEOUT} />;
};
