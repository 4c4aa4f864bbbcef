/**
 * A bulk run that was interrupted by leaving the page or by the end of the session, kept in sessionStorage for the same person's return.
 * Sair clears it.
 */
import type {Batch, Outcome} from './batch.ts';

const storageKey = (user: number): string => `lote.${user}`;

export const hasRun = (user: number): boolean => sessionStorage.getItem(storageKey(user)) !== null;

export interface KeptRun {
  batch: Batch;
  outcomes: readonly Outcome[];
}

export const keepRun = (user: number, run: KeptRun): void => {
  try {
    sessionStorage.setItem(storageKey(user), JSON.stringify(run));
  } catch {
    // Storage is full; the history of each record still shows what was done.
  }
};
export const dropRun = (user: number): void => sessionStorage.removeItem(storageKey(user));

export const readRun = (user: number): KeptRun | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(storageKey(user)) ?? 'null') as KeptRun | null) ?? undefined;
  } catch {
    return undefined;
  }
};
