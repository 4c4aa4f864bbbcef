/** Toasts for components: `Sucesso`, `Atenção`, `Erro`, and what a failed call shows (rules: Errors 1). */
import {useMemo} from 'react';
import {useConfig} from '../session/ConfigContext.tsx';
import {toastOfError} from '../wire/errors.ts';
import type {Step} from './NextStep.tsx';
import {showToast} from './show.tsx';

export interface Toasts {
  /** `next`: the step that follows, offered on a second line. */
  success: (message: string, next?: Step) => void;
  warning: (message: string) => void;
  error: (message: string) => void;
  /** The shared error table; some failures show nothing. */
  failed: (error: unknown) => void;
}

export const useToasts = (): Toasts => {
  const config = useConfig();
  return useMemo(
    () => ({
      success: (message, next) => void showToast(config, 'success', message, {next}),
      warning: message => void showToast(config, 'warning', message),
      error: message => void showToast(config, 'error', message),
      failed: error => {
        const toast = toastOfError(config, error);
        if (toast) showToast(config, toast.type, toast.message);
      },
    }),
    [config],
  );
};
