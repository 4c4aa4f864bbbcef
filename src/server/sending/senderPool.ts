/** A pool of workers that claim rows and send them, a few in parallel, never inside a transaction. */
import {setTimeout as wait} from 'node:timers/promises';
import {RENEW_LEASE_INTERVAL_MS} from './leasedRows.ts';

const MAX_WORKERS = 3;
/** Delay between two attempts to store a result while the database is away. */
const RETRY_DELAY_MS = 500;

interface SenderPoolOptions<T> {
  /** Claims the next due row; undefined: none is due. */
  claim: () => Promise<T | undefined>;
  /**
   * Sends a row and stores the result.
   *
   * @param abandoned aborts sending
   * @returns false ends the worker, because the receiver is away
   */
  send: (row: T, abandoned: AbortSignal) => Promise<boolean>;
  /** False while one worker alone tests whether the receiver is back. */
  mayGrow?: () => boolean;
  renewLease: (row: T) => Promise<void>;
  onError: (error: unknown) => void;
}

export interface SenderPool {
  /** Starts a worker for due rows, unless the maximum is running. */
  wake: () => void;
  idle(): Promise<void>;
  /** Claims no more rows, and aborts sending after `grace` ms. */
  stop(grace: number): Promise<void>;
  /** Retries until a result is stored, because after the lease another process would send the row again. */
  retryUntilWritten<R>(write: () => Promise<R>): Promise<R | undefined>;
}

export const createSenderPool = <T>({claim, send, mayGrow = () => true, renewLease, onError}: SenderPoolOptions<T>): SenderPool => {
  const abandoning = new AbortController();
  const stopping = new AbortController();
  const workers = new Set<Promise<void>>();
  let isWoken = false;

  const sendWithLease = async (row: T): Promise<boolean> => {
    const renewing = setInterval(() => void renewLease(row).catch(onError), RENEW_LEASE_INTERVAL_MS);
    try {
      return await send(row, abandoning.signal);
    } finally {
      clearInterval(renewing);
    }
  };
  const runWorker = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      const row = await claim();
      if (row === undefined) {
        if (isWoken) continue;
        return;
      }
      // More rows may be due.
      if (mayGrow()) wake();
      if (!(await sendWithLease(row))) return;
    }
  };
  const wake = (): void => {
    isWoken = true;
    if (stopping.signal.aborted || workers.size >= MAX_WORKERS) return;
    const worker = runWorker().catch(onError).finally(() => workers.delete(worker));
    workers.add(worker);
  };
  const idle = async (): Promise<void> => {
    while (workers.size > 0) await Promise.all(workers);
  };
  return {
    wake, idle,
    stop: async grace => {
      stopping.abort();
      const timer = setTimeout(() => abandoning.abort(), grace);
      await idle();
      clearTimeout(timer);
    },
    retryUntilWritten: async write => {
      for (;;) {
        try {
          return await write();
        } catch (error) {
          onError(error);
          if (stopping.signal.aborted) return undefined;
          await wait(RETRY_DELAY_MS, undefined, {ref: false});
        }
      }
    },
  };
};
