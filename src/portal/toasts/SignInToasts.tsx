/** The toasts of the sign-in flow: ten seconds, never two, never the same twice (rules: Screens 5). */
import {useEffect} from 'react';
import {toast} from 'react-toastify/unstyled';
import {roleOf, showToast, SIGN_IN_TIMEOUT, toastBody, type ToastType, type Words} from './show.tsx';
import {ToastHost} from './ToastHost.tsx';

const ONLY = 'entrada';

interface SignInToastsProps {
  config: Words;
  /** A new object for each toast, also for one that says the same. */
  notice: {type: ToastType; message: string};
}

export const SignInToasts = ({config, notice}: SignInToastsProps) => {
  useEffect(() => {
    const {type, message} = notice;
    // The newer one takes the place of the older: at most one is open, and it is about the last try.
    if (toast.isActive(ONLY)) toast.update(ONLY, {
      render: toastBody(config, type, message), type, role: roleOf(type), autoClose: SIGN_IN_TIMEOUT,
    });
    else showToast(config, type, message, {toastId: ONLY});
  }, [config, notice]);
  return <ToastHost timeout={SIGN_IN_TIMEOUT} />;
};
