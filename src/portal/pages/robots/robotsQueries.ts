/** Queries of queues and robots: refetched on record events, and at an interval, because progress sends no event. */
import {useEffect, useRef} from 'react';
import {useQuery} from '@tanstack/react-query';
import {panelCall, resolveQueue, ROBOTS_CALL} from '../../../schema/queue.ts';
import type {QueuePanel, RobotState} from '../../../schema/queuePanel.ts';
import {useResource} from '../../session/context.ts';
import {request} from '../../api/http.ts';
import {createRefetchScheduler, type RefetchScheduler} from '../../api/backgroundRefetch.ts';
import {useRecordEvents} from '../../api/useRecordEvents.ts';

/** Minimum time between refetches after events, and the interval of unconditional refetches. */
const [EVENT_REFETCH_MS, REFETCH_INTERVAL_MS] = [2000, 30_000];

export const ROBOTS_QUERY_KEY = ['robos'] as const;

export const useQueuePanel = (name: string, options: {refetchInterval?: number} = {}) => {
  const call = panelCall(resolveQueue(name, useResource(name)));
  return useQuery({
    ...options, queryKey: [...ROBOTS_QUERY_KEY, name], queryFn: async ({signal}) => (await request<QueuePanel>(call, {signal})).body,
  });
};

export const useLiveQueuePanel = (name: string) => {
  const query = useQueuePanel(name, {refetchInterval: REFETCH_INTERVAL_MS});
  const {refetch, dataUpdatedAt} = query;
  const pace = useRef<RefetchScheduler>(undefined);
  useEffect(() => {
    const newPace = createRefetchScheduler(async () => void await refetch());
    pace.current = newPace;
    return newPace.end;
  }, [refetch]);
  const requestRefetch = (): void => pace.current?.schedule(EVENT_REFETCH_MS);
  useRecordEvents(name, {onRecord: requestRefetch, onAnyChange: requestRefetch}, dataUpdatedAt === 0 ? undefined : dataUpdatedAt);
  return query;
};

export const useRobots = () => useQuery({
  queryKey: ROBOTS_QUERY_KEY,
  refetchInterval: REFETCH_INTERVAL_MS,
  queryFn: async ({signal}) => (await request<RobotState[]>(ROBOTS_CALL, {signal})).body,
});
