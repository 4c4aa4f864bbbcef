/** Toasts for components: `Sucesso`, `Atenção`, `Erro`, and what a failed call shows (§8). */
import {useMemo} from 'react';
import {useConfig} from '../session/ConfigContext.tsx';
import {toastOfError} from '../wire/errors.ts';
import {showToast} from './show.tsx';

export interface Toasts {
  success: (message: string) => void;
  warning: (message: string) => void;
  error: (message: string) => void;
  /** The shared error table; some failures show nothing. */
  failed: (error: unknown) => void;
}

export const useToasts = (): Toasts => {
  const config = useConfig();
  return useMemo(
    () => ({
      success: message => void showToast(config, 'success', message),
      warning: message => void showToast(config, 'warning', message),
      error: message => void showToast(config, 'error', message),
      failed: error => {
        const toast = toastOfError(config, error);
        // What fails together is told once.
        if (toast) showToast(config, toast.type, toast.message, {toastId: toast.message});
      },
    }),
    [config],
  );
};
