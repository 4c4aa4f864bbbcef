/** One toast: title, sentence, progress bar (rules: Screens 5). */
import {toast, type Id, type ToastOptions} from 'react-toastify/unstyled';
import type {Config} from '../../schema/config/config.ts';
import type {GeneralSentence} from '../../schema/config/sentences.ts';
import {NextStep, type Step} from './NextStep.tsx';

/** The sentences alone. */
export type Words = Pick<Config, 'messages'>;
export type ToastType = 'success' | 'warning' | 'error' | 'info';
const TITLES: Record<ToastType, GeneralSentence> = {
  success: 'toastSuccess', warning: 'toastWarning', error: 'toastError', info: 'toastWarning',
};

export const ADMIN_TIMEOUT = 5000;
export const SIGN_IN_TIMEOUT = 10_000;

export const toastBody = (config: Words, type: ToastType, message: string, next?: Step) => (
  <div className="toast-text">
    <strong>{config.messages[TITLES[type]]}</strong>
    <span>{message}</span>
    {next && <NextStep {...next} />}
  </div>
);

/** Errors and warnings interrupt a screen reader, successes wait their turn. */
export const roleOf = (type: ToastType): string => (type === 'success' || type === 'info' ? 'status' : 'alert');

/** A toast that is open already is not shown twice: it stays its time anew. */
export const showToast = (
  config: Words, type: ToastType, message: string, {next, ...options}: ToastOptions & {next?: Step | undefined} = {},
): Id => {
  const {toastId = `${type}: ${message}`} = options;
  const shown = {type, role: roleOf(type), ...options};
  if (!toast.isActive(toastId)) return toast(toastBody(config, type, message, next), {...shown, toastId});
  toast.update(toastId, {...shown, render: toastBody(config, type, message, next)});
  return toastId;
};
