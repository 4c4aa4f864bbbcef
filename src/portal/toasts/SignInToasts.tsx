/** Toasts of the sign-in flow (rules: Screens 5). */
import {useEffect} from 'react';
import {showToast, PUBLIC_TOAST_MS, TOAST_WEIGHTS, type ToastType, type ToastMessages} from './showToast.tsx';
import {ToastHost} from './ToastHost.tsx';

interface SignInToastsProps {
  config: ToastMessages;
  /** A new object for each toast, also with the same message. */
  notice: {type: ToastType; message: string};
}

export const SignInToasts = ({config, notice}: SignInToastsProps) => {
  // The heaviest weight, so that the last try replaces any earlier toast.
  useEffect(() => showToast(config, notice.type, notice.message, {weight: TOAST_WEIGHTS.refused}), [config, notice]);
  return <ToastHost timeout={PUBLIC_TOAST_MS} />;
};
