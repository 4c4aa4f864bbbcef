/** Keeps an open record and its visible queries current (rules: Screens 15). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {hashKey, useQueryClient, type Query} from '@tanstack/react-query';
import {filesKey, queueKey} from '../../schema/parts.ts';
import type {QueueState} from '../../schema/apiShapes.ts';
import {useResource} from '../session/context.ts';
import {isNotFound} from './errors.ts';
import {freshAnswerTime, filesQueryKey, recordQueryKey} from './queryFreshness.ts';
import {isOwnChange} from './ownChanges.ts';
import type {Row} from './providers/listDialects.ts';
import {RETRY_AFTER_FAILURE_MS, createRefetchScheduler, runQuery, cacheWriterFor, type RefetchScheduler} from './backgroundRefetch.ts';
import {useRecordEvents} from './useRecordEvents.ts';

const MIN_REREAD_MS = 2000;

/** Key part of queries that are not refetched, because a person is deciding on their data. */
export const UNREFRESHED_QUERY = 'gravado';

const changingRecords = new Set<string>();
const recordKeyOf = (name: string, id: unknown): string => `${name}/${String(id)}`;

/** Holds refetches of a record until the answer of its change, which has the new data. */
export const holdRefetchWhile = async <T>(name: string, id: unknown, answer: Promise<T>): Promise<T> => {
  changingRecords.add(recordKeyOf(name, id));
  try {
    return await answer;
  } finally {
    changingRecords.delete(recordKeyOf(name, id));
  }
};

interface RereadReason {
  isValid: () => boolean;
  isChange: boolean;
}

const isQueryOfRecord = ({queryKey: [, queryPart, queryParams]}: Query, id: number): boolean =>
  queryPart !== UNREFRESHED_QUERY && String((queryParams as {id?: unknown} | undefined)?.id ?? queryParams) === String(id);

const PROGRESS_INTERVAL_MS = 10_000;

/** @returns whether the record has left the person's row scope */
export const useLiveRecord = (name: string, id: number, record: Row | undefined): boolean => {
  const resource = useResource(name);
  const queryClient = useQueryClient();
  const [missingId, setMissingId] = useState<number>();
  const scheduler = useRef<RefetchScheduler>(undefined);
  const reasons = useRef<RereadReason[]>([]);

  /**
   * @param isChange refetches the other queries also where the record is unchanged
   * @returns whether every answer was written to the cache
   */
  const readAll = async (recordId: number, isChange: boolean, signal: AbortSignal): Promise<boolean> => {
    const activeQueries = queryClient.getQueryCache()
      .findAll({queryKey: [name], type: 'active', predicate: query => isQueryOfRecord(query, recordId)});
    const [recordHash, filesHash] = [recordQueryKey(name, recordId), filesQueryKey(name, recordId)].map(key => hashKey(key));
    const recordQuery = activeQueries.find(({queryHash}) => queryHash === recordHash);
    if (recordQuery === undefined) return true;
    const cacheWriters = new Map(activeQueries.map(query => [query, cacheWriterFor(queryClient, query)]));
    const dataBefore = recordQuery.state.data;
    let record: Row;
    try {
      record = await runQuery(queryClient, recordQuery, signal) as Row;
    } catch (error) {
      if (isNotFound(error) && recordQuery.state.data !== undefined && !signal.aborted) setMissingId(recordId);
      throw error;
    }
    if (signal.aborted) return true;
    const isWritten = cacheWriters.get(recordQuery)?.(record);
    setMissingId(undefined);
    const filesProperty = resource.files && filesKey(resource);
    // Without the queue, because a robot's progress alone is no reason to refetch the rest.
    const hashWithoutQueue = (row: unknown) => hashKey([{...row as Row, [queueKey(resource)]: undefined}]);
    const isSame = (filesProperty === undefined || filesProperty in record) && hashWithoutQueue(dataBefore) === hashWithoutQueue(record);
    if (isSame && !isChange) return isWritten !== false;
    const results = await Promise.allSettled(activeQueries.filter(query => query !== recordQuery).map(async query => {
      const filesOfRecord = filesProperty !== undefined && query.queryHash === filesHash ? record[filesProperty] : undefined;
      return cacheWriters.get(query)?.(filesOfRecord ?? await runQuery(queryClient, query, signal));
    }));
    return isWritten !== false && results.every(result => result.status === 'rejected' || result.value !== false);
  };
  const reread = useEffectEvent(async (recordId: number, signal: AbortSignal) => {
    if (changingRecords.has(recordKeyOf(name, recordId))) return scheduler.current?.schedule(0);
    const validReasons = reasons.current.splice(0).filter(({isValid}) => isValid());
    if (validReasons.length === 0) return undefined;
    const retryMs = await readAll(recordId, validReasons.some(({isChange}) => isChange), signal).then(
      isWritten => (isWritten ? undefined : MIN_REREAD_MS),
      (error: unknown) => (isNotFound(error) ? undefined : RETRY_AFTER_FAILURE_MS),
    );
    if (retryMs === undefined || signal.aborted) return undefined;
    // `isChange`, because the record may already be written while its other queries are not.
    reasons.current.push(...validReasons.map(({isValid}) => ({isValid, isChange: true})));
    return scheduler.current?.schedule(retryMs);
  });
  useEffect(() => {
    const controller = new AbortController();
    const recordScheduler = createRefetchScheduler(() => reread(id, controller.signal));
    scheduler.current = recordScheduler;
    return () => {
      recordScheduler.end();
      controller.abort();
    };
  }, [id]);
  const requestReread = (reason: RereadReason) => {
    reasons.current.push(reason);
    scheduler.current?.schedule(MIN_REREAD_MS);
  };
  useRecordEvents(name, {
    onRecord: event => {
      const isForeignChange = (): boolean => !isOwnChange(queryClient, event);
      // Checked again later, because the event may precede the answer to this tab's own change.
      if (event.id === id && isForeignChange()) requestReread({isValid: isForeignChange, isChange: true});
    },
    onAnyChange: () => requestReread({isValid: () => true, isChange: false}),
  }, freshAnswerTime(queryClient.getQueryData(recordQueryKey(name, id))));
  // Polled, because renewing a lease sends no event.
  const isLeased = Boolean((record?.[queueKey(resource)] as QueueState | undefined)?.leaseAte);
  const askProgress = useEffectEvent(() => reasons.current.length === 0 && requestReread({isValid: () => true, isChange: false}));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const scheduleNext = (): void => {
      timer = setTimeout(() => {
        askProgress();
        scheduleNext();
      }, PROGRESS_INTERVAL_MS);
    };
    if (isLeased) scheduleNext();
    return () => clearTimeout(timer);
  }, [isLeased]);
  return missingId === id;
};
