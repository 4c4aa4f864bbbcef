/**
 * What was done before a page went in the middle of it (a session that ended, somebody who left): said to the same person when they
 * come back in this tab. Sair clears it with everything else.
 */
import type {Batch, Outcome} from './batch.ts';

/** Where is kept what was done to many before the page went in the middle of it. */
const keyOf = (user: number): string => `lote.${user}`;

/** Whether there is something to say of it. */
export const hasRun = (user: number): boolean => sessionStorage.getItem(keyOf(user)) !== null;

export interface KeptRun {
  batch: Batch;
  outcomes: readonly Outcome[];
}

export const keepRun = (user: number, run: KeptRun): void => {
  try {
    sessionStorage.setItem(keyOf(user), JSON.stringify(run));
  } catch {
    // No room in the browser: the history of each record has it all the same.
  }
};
export const dropRun = (user: number): void => sessionStorage.removeItem(keyOf(user));

/** undefined: there is nothing to say. */
export const readRun = (user: number): KeptRun | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(user)) ?? 'null') as KeptRun | null) ?? undefined;
  } catch {
    return undefined;
  }
};
