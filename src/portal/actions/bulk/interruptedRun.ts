/**
 * A bulk run that was interrupted by leaving the page or by the end of the session, kept in sessionStorage for the same person's return.
 * Sair clears it.
 */
import type {BulkBatch, BulkOutcome} from './bulkBatch.ts';

const storageKey = (user: number): string => `lote.${user}`;

export const hasInterruptedRun = (user: number): boolean => sessionStorage.getItem(storageKey(user)) !== null;

export interface InterruptedRun {
  batch: BulkBatch;
  outcomes: readonly BulkOutcome[];
}

export const storeUnfinishedRun = (user: number, run: InterruptedRun): void => {
  try {
    sessionStorage.setItem(storageKey(user), JSON.stringify(run));
  } catch {
    // Storage is full; the history of each record still shows what was done.
  }
};
export const clearInterruptedRun = (user: number): void => sessionStorage.removeItem(storageKey(user));

export const readInterruptedRun = (user: number): InterruptedRun | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(user)) ?? 'null') as InterruptedRun | null) ?? undefined;
  } catch {
    return undefined;
  }
};
