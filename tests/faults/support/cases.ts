/** One fault, done for real, as a test whose numbers the closing table shows. */
import {test} from 'vitest';
import {WHOLE} from '../../support/whole.ts';

/** What a case adds up, over all the times it was run. */
export interface Tally {
  times: number;
  /** Calls that the server acknowledged. */
  acknowledged: number;
  /** Acknowledged calls of which not everything was there afterwards. */
  lost: number;
  /** Milliseconds from the fault's end until the server worked again, once each time. */
  recovered: number[];
  /** What else was measured. */
  remark?: string;
}

declare module 'vitest' {
  interface TaskMeta {
    fault?: Tally;
  }
}

/** How often a case is run whose moment is never quite the same. */
export const TIMES = WHOLE ? 3 : 1;

export interface FaultOptions {
  /** Part of the selection. */
  quick?: boolean | undefined;
  /** How often it is run, one time after the other; 1. */
  times?: number | undefined;
  /** Milliseconds after which it hangs, where it takes longer than others. */
  timeout?: number | undefined;
  /** Why it cannot be run on this machine; undefined where it can. */
  unless?: (() => Promise<string | undefined>) | undefined;
}

/**
 * Declares a case; `run` is one time of it. One that this machine cannot run is named at the end, and counts neither as passed nor
 * as failed.
 */
export const fault = (
  name: string, {quick = false, times = 1, timeout, unless}: FaultOptions, run: (tally: Tally) => Promise<void>,
): void => {
  if (!quick && !WHOLE) return;
  // oxlint-disable-next-line vitest/valid-title, vitest/expect-expect -- a name and a body that the caller gives
  test(name, timeout === undefined ? {} : {timeout}, async ({task, skip}) => {
    const reason = await unless?.();
    if (reason !== undefined) skip(reason);
    const tally: Tally = {times: 0, acknowledged: 0, lost: 0, recovered: []};
    task.meta.fault = tally;
    for (; tally.times < times; tally.times++) await run(tally);
  });
};

/** Runs `work` and answers how many milliseconds it took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
