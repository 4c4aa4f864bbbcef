/** Sends the deliveries of the queue in a running server: a pool of workers for each destination, so that a slow one delays no other. */
import type {Context} from '../context.ts';
import type {Database, ErrorReporter} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import {DEFAULT_CONNECTION_LIMITS} from '../http/connectionLimits.ts';
import type {Destination, Destinations} from '../sending/destination.ts';
import {makePendingDue} from '../sending/leasedRows.ts';
import {createSenderPool, type SenderPool} from '../sending/senderPool.ts';
import type {createWakeSignal} from '../wakeSignal.ts';
import {claimDelivery, markDelivered, renewDeliveryLease, returnToQueue} from './deliveryQueue.ts';

/** Finds deliveries of other servers, and those whose wait is over. */
const POLL_INTERVAL_MS = 10_000;
const REPORT_INTERVAL_MS = 600_000;

interface DeliverySenderOptions {
  db: Context['db'];
  name: string;
  destination: Destination;
  print: (sentence: string) => void;
  onError: (error: unknown) => void;
}

/** Creates the workers of one destination. A dead delivery is printed for the operator. */
export const createDeliverySender = ({db, name, destination, print, onError}: DeliverySenderOptions): SenderPool => {
  const pool = createSenderPool({
    claim: () => claimDelivery(db, name),
    renewLease: delivery => renewDeliveryLease(db, delivery),
    onError,
    send: async (delivery, abandoned) => {
      try {
        await destination.deliver(delivery, abandoned);
      } catch (error) {
        // The delivery stays claimed: its lease ends, or the next start releases it.
        if (abandoned.aborted) return false;
        const isDead = await pool.retryUntilWritten(() => returnToQueue(db, delivery, error));
        if (isDead === true) {
          print(`A entrega ${delivery.id} a ${name} não chegou e não será tentada de novo. Ela segura as seguintes do mesmo registro: `
            + 'decida na página de entregas.');
        }
        return true;
      }
      await pool.retryUntilWritten(() => markDelivered(db, delivery));
      return true;
    },
  });
  return pool;
};

/**
 * Sends new deliveries, and those of earlier processes.
 *
 * @param signal wakes the senders after writes
 * @param print prints sentences for the operator
 * @returns stops; deliveries being sent get as long as requests
 */
export const startDeliveries = async (
  {db}: Pick<Context, 'db'>, destinations: Destinations, signal: ReturnType<typeof createWakeSignal>, kind: Database['kind'],
  print: (sentence: string) => void, report: ErrorReporter,
): Promise<() => Promise<void>> => {
  if (destinations.size === 0) return async () => {};
  let lastReport = -Infinity;
  const onError = (error: unknown): void => {
    if (performance.now() - lastReport < REPORT_INTERVAL_MS) return;
    lastReport = performance.now();
    report('O envio de entregas falhou, e será tentado de novo.', error);
  };
  const senders = [...destinations].map(([name, destination]) => createDeliverySender({db, name, destination, print, onError}));
  const wake = (): void => senders.forEach(sender => sender.wake());
  await withoutClientLimits(() => makePendingDue(db, 'entregas', kind === 'embedded'));
  signal.onWake(wake);
  const timer = setInterval(wake, POLL_INTERVAL_MS).unref();
  wake();
  return async () => {
    clearInterval(timer);
    await Promise.all(senders.map(sender => sender.stop(DEFAULT_CONNECTION_LIMITS.graceMs)));
  };
};
