/** The toasts of the sign-in flow: ten seconds, about the last try (rules: Screens 5). */
import {useEffect} from 'react';
import {showToast, SIGN_IN_TIMEOUT, WEIGHTS, type ToastType, type Words} from './show.tsx';
import {ToastHost} from './ToastHost.tsx';

interface SignInToastsProps {
  config: Words;
  /** A new object for each toast, also for one that says the same. */
  notice: {type: ToastType; message: string};
}

export const SignInToasts = ({config, notice}: SignInToastsProps) => {
  // Of two tries the last: what became of the one before is over, a refusal too.
  useEffect(() => showToast(config, notice.type, notice.message, {weight: WEIGHTS.refused}), [config, notice]);
  return <ToastHost timeout={SIGN_IN_TIMEOUT} />;
};
