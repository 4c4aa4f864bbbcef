/** Shows toasts, one at a time (rules: Screens 5). */
import {toast, type ToastOptions} from 'react-toastify/unstyled';
import type {Config} from '../../schema/shapes/config.ts';
import type {GeneralMessageName} from '../../schema/shapes/productMessages.ts';
import {ToastRecordLine, type ToastRecord} from './ToastRecordLine.tsx';

export type ToastMessages = Pick<Config, 'messages'>;
export type ToastType = 'success' | 'warning' | 'error' | 'info';
const TITLES: Record<ToastType, GeneralMessageName> = {
  success: 'toastSuccess', warning: 'toastWarning', error: 'toastError', info: 'toastWarning',
};

export const SHELL_TOAST_MS = 5000;
export const PUBLIC_TOAST_MS = 10_000;

/** Priorities; a lighter toast waits for a heavier one. `page`: a failed query. */
export const TOAST_WEIGHTS = {page: 0, done: 1, refused: 2};
/** Errors and warnings interrupt screen readers (`role="alert"`). */
const isRefusal = (type: ToastType): boolean => type === 'warning' || type === 'error';

/** The last toast shown; `toast.isActive` tells whether it is still visible. */
let currentToast: {id: number | string; weight: number; record: string | undefined} | undefined;
let isToastWaiting = false;
toast.onChange(({status, id, data}) => {
  if (status !== 'added') return;
  currentToast = {id, ...data as {weight: number; record: string | undefined}};
  isToastWaiting = false;
});
let hasPersonActed = false;
export const notePersonAction = (): void => {
  hasPersonActed = true;
};
let toastNumber = 0;

interface ShowOptions {
  about?: ToastRecord | undefined;
  warning?: string | undefined;
  weight?: number;
}

/**
 * Replaces the visible toast, or waits for a heavier one. Of several waiting ones the last is shown, of failed queries the first.
 * A toast of another record, after an action of the person, replaces any.
 */
export const showToast = (
  config: ToastMessages, type: ToastType, message: string,
  {about, warning, weight = isRefusal(type) || warning !== undefined ? TOAST_WEIGHTS.refused : TOAST_WEIGHTS.done}: ShowOptions = {},
): void => {
  toastNumber += 1;
  const record = about && `${about.name}/${about.record.id}`;
  const isOtherRecord = hasPersonActed && record !== undefined && currentToast?.record !== undefined && currentToast.record !== record;
  hasPersonActed = false;
  const body = (
    <div key={toastNumber} className="toast-text">
      <div><strong>{config.messages[TITLES[type]]}</strong> <span>{message}</span></div>
      {warning !== undefined && <div><strong>{config.messages.toastWarning}</strong> <span>{warning}</span></div>}
      {about && <ToastRecordLine {...about} />}
    </div>
  );
  const role = isRefusal(type) ? 'alert' : 'status';
  const options: ToastOptions = {type: warning === undefined ? type : 'warning', role, data: {weight, record}};
  const activeToast = currentToast !== undefined && toast.isActive(currentToast.id) ? currentToast : undefined;
  if (activeToast !== undefined && (isOtherRecord || weight >= activeToast.weight)) {
    // The waiting toast is of the previous record.
    if (isOtherRecord) toast.clearWaitingQueue();
    Object.assign(activeToast, {weight, record});
    toast.update(activeToast.id, {...options, render: body, delay: 0});
    return;
  }
  if (activeToast !== undefined && isToastWaiting && weight === TOAST_WEIGHTS.page) return;
  toast.clearWaitingQueue();
  isToastWaiting = activeToast !== undefined;
  toast(body, options);
};

/** Dismisses the visible toast before a retry. */
export const dismissToast = (): void => toast.dismiss();

/** Dismisses visible and waiting toasts on a new screen, unless the toast's own action led there. */
export const dismissOutdatedToasts = (): void => {
  if (!hasPersonActed) return;
  toast.clearWaitingQueue();
  toast.dismiss();
};
