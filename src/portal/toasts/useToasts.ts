/** Toasts for components: `Sucesso`, `Atenção`, `Erro`, and what a failed call shows (rules: Errors 1). */
import {useMemo} from 'react';
import {useConfig} from '../session/context.ts';
import {toastOfError} from '../wire/errors.ts';
import type {About} from './AboutRecord.tsx';
import {showToast} from './show.tsx';

interface Toasts {
  /** `about`, here and below: the record it was done to, named on a second line; `warning`: what there is to know besides. */
  success: (message: string, about?: About, warning?: string) => void;
  warning: (message: string) => void;
  error: (message: string) => void;
  /** The shared error table; some failures show nothing. */
  failed: (error: unknown, about?: About) => void;
}

export const useToasts = (): Toasts => {
  const config = useConfig();
  return useMemo(
    () => ({
      success: (message, about, warning) => showToast(config, 'success', message, {about, warning}),
      warning: message => showToast(config, 'warning', message),
      error: message => showToast(config, 'error', message),
      failed: (error, about) => {
        const toast = toastOfError(config, error);
        if (toast) showToast(config, toast.type, toast.message, {about});
      },
    }),
    [config],
  );
};
