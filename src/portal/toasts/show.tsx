/** The one toast there is: title, sentence, progress bar (rules: Screens 5). */
import {toast, type ToastOptions} from 'react-toastify/unstyled';
import type {Config} from '../../schema/shapes/config.ts';
import type {GeneralMessageName} from '../../schema/shapes/productMessages.ts';
import {AboutRecord, type About} from './AboutRecord.tsx';

/** The sentences alone. */
export type Words = Pick<Config, 'messages'>;
export type ToastType = 'success' | 'warning' | 'error' | 'info';
const TITLES: Record<ToastType, GeneralMessageName> = {
  success: 'toastSuccess', warning: 'toastWarning', error: 'toastError', info: 'toastWarning',
};

export const ADMIN_TIMEOUT = 5000;
export const SIGN_IN_TIMEOUT = 10_000;

/** The lighter waits until the heavier has had its time: what a page says itself for what worked, and that for a refusal. */
export const WEIGHTS = {page: 0, done: 1, refused: 2};
/** Errors and warnings interrupt a screen reader, successes wait their turn. */
const isRefusal = (type: ToastType): boolean => type === 'warning' || type === 'error';

/** What stands; of what has gone the library says that it is active no more. */
let shown: {id: number | string; weight: number; record: string | undefined} | undefined;
let waiting = false;
toast.onChange(({status, id, data}) => {
  if (status !== 'added') return;
  shown = {id, ...data as {weight: number; record: string | undefined}};
  waiting = false;
});
/** Whether a person did something since the last one was asked for. */
let acted = false;
export const personActed = (): void => {
  acted = true;
};
let turn = 0;

interface Ways {
  about?: About | undefined;
  /** What there is to know of what worked. */
  warning?: string | undefined;
  weight?: number;
}

/**
 * Takes the place of the one that stands, or waits: the last of several, and of those that a page says the first. Who went on to another
 * record is told of that one at once.
 */
export const showToast = (
  config: Words, type: ToastType, message: string,
  {about, warning, weight = isRefusal(type) || warning !== undefined ? WEIGHTS.refused : WEIGHTS.done}: Ways = {},
): void => {
  turn += 1;
  const record = about && `${about.name}/${about.record.id}`;
  const wentOn = acted && record !== undefined && shown?.record !== undefined && shown.record !== record;
  acted = false;
  const body = (
    <div key={turn} className="toast-text">
      <div><strong>{config.messages[TITLES[type]]}</strong> <span>{message}</span></div>
      {warning !== undefined && <div><strong>{config.messages.toastWarning}</strong> <span>{warning}</span></div>}
      {about && <AboutRecord {...about} />}
    </div>
  );
  const role = isRefusal(type) ? 'alert' : 'status';
  const options: ToastOptions = {type: warning === undefined ? type : 'warning', role, data: {weight, record}};
  const stands = shown !== undefined && toast.isActive(shown.id) ? shown : undefined;
  if (stands !== undefined && (wentOn || weight >= stands.weight)) {
    // What waits speaks of the record of before.
    if (wentOn) toast.clearWaitingQueue();
    Object.assign(stands, {weight, record});
    toast.update(stands.id, {...options, render: body, delay: 0});
    return;
  }
  if (stands !== undefined && waiting && weight === WEIGHTS.page) return;
  toast.clearWaitingQueue();
  waiting = stands !== undefined;
  toast(body, options);
};

/** Takes away what stands: it is tried again. */
export const withdrawToast = (): void => toast.dismiss();

/** On another screen: where it follows from what a person did since, what stands and what waits goes; else it is where an action led. */
export const leaveToasts = (): void => {
  if (!acted) return;
  toast.clearWaitingQueue();
  toast.dismiss();
};
