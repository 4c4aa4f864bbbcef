/**
 * Reading again what is shown, of which nothing is seen but what changed: no progress line, no toast, and where it fails what was
 * there stays as it was.
 */
import type {Query, QueryClient} from '@tanstack/react-query';
import {justAnswered} from './known.ts';

/** What the query would ask for, and puts nowhere. @throws as the query's own function does; undefined: it has none */
export const readAgain = async (queryClient: QueryClient, {queryKey, meta, options: {queryFn}}: Query, signal: AbortSignal) =>
  (typeof queryFn === 'function' ? queryFn({client: queryClient, queryKey, meta, signal}) : undefined);

/**
 * For what is read again from now on.
 *
 * @returns puts it where it is shown; false where it does not, since that was read by somebody else meanwhile or is being read: they may
 *   have asked earlier
 */
export const showerOf = (queryClient: QueryClient, {queryKey, state: {data: before}}: Query): ((data: unknown) => boolean) => data => {
  const now = queryClient.getQueryState(queryKey);
  // Not by its instant: a list that is drawn puts the very same record there once more.
  if (now?.data !== before || now?.fetchStatus !== 'idle') return false;
  queryClient.setQueryData(queryKey, data);
  justAnswered(queryClient.getQueryData(queryKey));
  return true;
};

/** Milliseconds after a reading that failed. */
export const AFTER_FAILURE = 15_000;

/** Milliseconds for what comes together to be one reason; as many again, at most, so that not everybody asks at the same moment. */
const GATHER = 300;

export interface Pace {
  /** There is a reason to read: soon, and not before `rest` milliseconds after the last time. */
  want: (rest: number) => void;
  end: () => void;
}

/** Reads when there is a reason, one after the other, and only while somebody looks. */
export const makePace = (read: () => Promise<void>): Pace => {
  let last = -Infinity;
  let nextAt = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let over = false;

  const arm = (): void => {
    clearTimeout(timer);
    if (over || busy || nextAt === Infinity || document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void run(), Math.max(0, nextAt - Date.now()));
  };
  const run = async (): Promise<void> => {
    busy = true;
    nextAt = Infinity;
    try {
      await read();
    } catch {
      // What is shown stays.
    }
    last = Date.now();
    busy = false;
    arm();
  };
  document.addEventListener('visibilitychange', arm);
  return {
    want: rest => {
      nextAt = Math.min(nextAt, Math.max(Date.now() + GATHER * (1 + Math.random()), last + rest));
      arm();
    },
    end: () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', arm);
    },
  };
};
