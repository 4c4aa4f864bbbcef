/** Background refetch of visible queries: no progress line, no toast, and a failure keeps the data. */
import type {Query, QueryClient} from '@tanstack/react-query';
import {markFresh} from './queryFreshness.ts';

/** Runs a query's function without writing the cache. @returns undefined where the query has no function */
export const runQuery = async (queryClient: QueryClient, {queryKey, meta, options: {queryFn}}: Query, signal: AbortSignal) =>
  (typeof queryFn === 'function' ? queryFn({client: queryClient, queryKey, meta, signal}) : undefined);

/**
 * Prepares a cache write for a refetch that begins now.
 *
 * @returns a function that writes the data, unless the query's data changed or another fetch runs; it then returns false
 */
export const cacheWriterFor = (queryClient: QueryClient, {queryKey, state: {data: dataBefore}}: Query): ((data: unknown) => boolean) =>
  data => {
  const current = queryClient.getQueryState(queryKey);
  // By identity, because a list writes the same record again when it is drawn.
  if (current?.data !== dataBefore || current?.fetchStatus !== 'idle') return false;
  queryClient.setQueryData(queryKey, data);
  markFresh(queryClient.getQueryData(queryKey));
  return true;
};

export const RETRY_AFTER_FAILURE_MS = 15_000;

/** Debounce in milliseconds; jitter of up to as much spreads the requests of all clients. */
const GATHER_MS = 300;

export interface RefetchScheduler {
  /** Schedules a read, at the earliest `rest` milliseconds after the last one. */
  schedule: (rest: number) => void;
  end: () => void;
}

/** Schedules reads, never two at a time, and only while the page is visible. */
export const createRefetchScheduler = (read: () => Promise<void>): RefetchScheduler => {
  let lastReadAt = -Infinity;
  let nextAt = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isEnded = false;

  const startTimer = (): void => {
    clearTimeout(timer);
    if (isEnded || isReading || nextAt === Infinity || document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void run(), Math.max(0, nextAt - Date.now()));
  };
  const run = async (): Promise<void> => {
    isReading = true;
    nextAt = Infinity;
    try {
      await read();
    } catch {
    }
    lastReadAt = Date.now();
    isReading = false;
    startTimer();
  };
  document.addEventListener('visibilitychange', startTimer);
  return {
    schedule: minIntervalMs => {
      nextAt = Math.min(nextAt, Math.max(Date.now() + GATHER_MS * (1 + Math.random()), lastReadAt + minIntervalMs));
      startTimer();
    },
    end: () => {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', startTimer);
    },
  };
};
