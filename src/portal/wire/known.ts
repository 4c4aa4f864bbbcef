/** What the portal knows of records without asking: what was read a moment ago is not read twice. */
import type {QueryKey} from '@tanstack/react-query';
import type {Row} from './providers/dialects.ts';

/** Milliseconds in which nobody asks again for what was just answered: as long as going from one screen to another takes. */
export const MOMENT = 5000;

/** When each piece of data came, by the piece itself: the cache's own clock starts anew whenever a list is drawn. */
const answeredAt = new WeakMap<object, number>();

/** Says of data in the cache that it was answered now. */
export const justAnswered = (data: unknown): void => {
  if (typeof data === 'object' && data !== null) answeredAt.set(data, Date.now());
};
/** @returns when data of the cache was answered, where that was a moment ago */
export const answeredLately = (data: unknown): number | undefined => {
  const at = typeof data === 'object' && data !== null ? answeredAt.get(data) : undefined;
  return at !== undefined && Date.now() - at < MOMENT ? at : undefined;
};
export const isOfNow = (data: unknown): boolean => answeredLately(data) !== undefined;

interface Known {
  data?: unknown;
  isInvalidated: boolean;
}

/** Whether a screen that opens can take it as it is. */
export const isKnown = ({data, isInvalidated}: Known): boolean => !isInvalidated && isOfNow(data);
/** For a query's `refetchOnMount`. */
export const unlessKnown = ({state}: {state: Known}): boolean => !isKnown(state);

/** react-admin's own. */
export const oneKey = (name: string, id: unknown): QueryKey => [name, 'getOne', {id: String(id)}];
/** Below the resource's, so that whatever refreshes the records refreshes this too. */
export const filesQuery = (name: string, id: unknown): QueryKey => [name, 'arquivos', Number(id)];
export const historyQuery = (name: string, id: unknown): QueryKey => [name, 'historico', Number(id)];
/** Options of references to a resource, all of them. */
export const comboKey = (name: string): QueryKey => ['combo', name];

/** A row of a list says what it said before, as it is now. */
export const rowFrom = (row: Row, record: Row): Row =>
  ({...row, ...Object.fromEntries(Object.keys(row).filter(key => key in record).map(key => [key, record[key]]))});
