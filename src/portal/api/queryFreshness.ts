import type {QueryKey} from '@tanstack/react-query';
import type {Row} from './providers/listDialects.ts';

/** Milliseconds for which data is fresh: as long as going from one screen to another takes. */
export const FRESH_MS = 5000;

/** Answer times by data object, because the cache's `dataUpdatedAt` starts anew whenever a list is drawn. */
const answeredAt = new WeakMap<object, number>();

export const markFresh = (data: unknown): void => {
  if (typeof data === 'object' && data !== null) answeredAt.set(data, Date.now());
};
export const freshAnswerTime = (data: unknown): number | undefined => {
  const at = typeof data === 'object' && data !== null ? answeredAt.get(data) : undefined;
  return at !== undefined && Date.now() - at < FRESH_MS ? at : undefined;
};
export const isFresh = (data: unknown): boolean => freshAnswerTime(data) !== undefined;

interface QueryFreshness {
  data?: unknown;
  isInvalidated: boolean;
}

export const isFreshQuery = ({data, isInvalidated}: QueryFreshness): boolean => !isInvalidated && isFresh(data);
export const refetchUnlessFresh = ({state}: {state: QueryFreshness}): boolean => !isFreshQuery(state);

export const recordQueryKey = (name: string, id: unknown): QueryKey => [name, 'getOne', {id: String(id)}];
/** Begins with the resource's name, so that invalidating the resource includes it. */
export const filesQueryKey = (name: string, id: unknown): QueryKey => [name, 'arquivos', Number(id)];
export const historyQueryKey = (name: string, id: unknown): QueryKey => [name, 'historico', Number(id)];
/** Prefix of every query of a resource's options. */
export const comboQueryKey = (name: string): QueryKey => ['combo', name];

export const updateListRow = (row: Row, record: Row): Row =>
  ({...row, ...Object.fromEntries(Object.keys(row).filter(key => key in record).map(key => [key, record[key]]))});
