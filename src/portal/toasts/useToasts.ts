/** Toasts for components (rules: Errors 1). */
import {useMemo} from 'react';
import {useConfig} from '../session/context.ts';
import {toastOfError} from '../api/errors.ts';
import type {ToastRecord} from './ToastRecordLine.tsx';
import {showToast} from './showToast.tsx';

interface Toasts {
  /** `about`: the record, named on a second line; `warning`: a caveat. */
  success: (message: string, about?: ToastRecord, warning?: string) => void;
  warning: (message: string) => void;
  error: (message: string) => void;
  /** Shows a failed call by the shared error table; some failures show nothing. */
  failed: (error: unknown, about?: ToastRecord) => void;
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
