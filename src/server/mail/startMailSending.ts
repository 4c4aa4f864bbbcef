/** Starts sending mails in a running server. */
import {loadSigningKey} from '../accounts/signingKey.ts';
import type {createWakeSignal} from '../wakeSignal.ts';
import type {Context} from '../context.ts';
import {dataFolders} from '../dataDir.ts';
import type {Database, ErrorReporter} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import {DEFAULT_CONNECTION_LIMITS} from '../http/connectionLimits.ts';
import {makePendingDue} from '../sending/leasedRows.ts';
import {selectDelivery} from './delivery.ts';
import {createMailSender} from './sender.ts';

const SECOND_MS = 1000;
/** Finds mails of other servers, and those whose wait is over. */
const POLL_INTERVAL_MS = 10 * SECOND_MS;
const SWEEP_INTERVAL_MS = 3600 * SECOND_MS;
const REPORT_INTERVAL_MS = 600 * SECOND_MS;

/**
 * Sends new mails, and those of earlier processes.
 *
 * @param mailSignal wakes the sender when a mail was queued
 * @param print prints sentences for the operator
 * @returns stops; mails being sent get as long as requests
 */
export const startMailSending = async (
  context: Context, mailSignal: ReturnType<typeof createWakeSignal>, kind: Database['kind'], print: (sentence: string) => void,
  report: ErrorReporter,
): Promise<() => Promise<void>> => {
  const {db, env} = context;
  const delivery = selectDelivery(env, dataFolders(env.DATA_DIR).outbox, print);
  let lastReport = -Infinity;
  const onError = (error: unknown): void => {
    if (performance.now() - lastReport < REPORT_INTERVAL_MS) return;
    lastReport = performance.now();
    report('O envio de e-mails falhou, e será tentado de novo.', error);
  };
  const sender = createMailSender({context, key: await loadSigningKey(env), delivery, print, onError});
  await withoutClientLimits(() => makePendingDue(db, 'correio', kind === 'embedded'));
  mailSignal.onWake(sender.wake);
  const pollTimer = setInterval(sender.wake, POLL_INTERVAL_MS).unref();
  const sweepTimer = setInterval(() => void delivery.sweep().catch(onError), SWEEP_INTERVAL_MS).unref();
  sender.wake();
  return async () => {
    clearInterval(pollTimer);
    clearInterval(sweepTimer);
    await sender.stop(DEFAULT_CONNECTION_LIMITS.graceMs);
  };
};
