/** One toast: title, sentence, progress bar (§8, §9). */
import {toast, type Id, type ToastOptions} from 'react-toastify/unstyled';
import type {Config} from '../../schema/config.ts';

export type ToastType = 'success' | 'warning' | 'error' | 'info';
const TITLES: Record<ToastType, string> = {success: 'toastSuccess', warning: 'toastWarning', error: 'toastError', info: 'toastWarning'};

export const ADMIN_TIMEOUT = 5000;
export const SIGN_IN_TIMEOUT = 10_000;

export const toastBody = (config: Config, type: ToastType, message: string) => (
  <div className="toast-text">
    <strong>{config.messages[TITLES[type]]}</strong>
    <span>{message}</span>
  </div>
);

/** Errors and warnings interrupt a screen reader, successes wait their turn. */
export const roleOf = (type: ToastType): string => (type === 'success' || type === 'info' ? 'status' : 'alert');

/** A toast that is open already is not shown twice: it stays its time anew. */
export const showToast = (config: Config, type: ToastType, message: string, options: ToastOptions = {}): Id => {
  const {toastId = `${type}: ${message}`} = options;
  const shown = {type, role: roleOf(type), ...options};
  if (!toast.isActive(toastId)) return toast(toastBody(config, type, message), {...shown, toastId});
  toast.update(toastId, {...shown, render: toastBody(config, type, message)});
  return toastId;
};
