/** What the page knows of a queue and of the robots: asked for when others change something, and now and then: progress is no event. */
import {useEffect, useRef} from 'react';
import {useQuery} from '@tanstack/react-query';
import {panelCall, resolveQueue, ROBOTS_CALL} from '../../../schema/queue.ts';
import type {QueuePanel, RobotState} from '../../../schema/queuePanel.ts';
import {useResource} from '../../session/context.ts';
import {request} from '../../wire/http.ts';
import {makePace, type Pace} from '../../wire/quiet.ts';
import {useLive} from '../../wire/useLive.ts';

/** Milliseconds between two readings: told that something changed, and without a reason. */
const [REST, EVERY] = [2000, 30_000];

/** What all of it is known by. */
export const PANELS = ['robos'] as const;

/** @param more how it is kept up to date, where it is */
export const usePanel = (name: string, more: {refetchInterval?: number} = {}) => {
  const call = panelCall(resolveQueue(name, useResource(name)));
  return useQuery({
    ...more, queryKey: [...PANELS, name], queryFn: async ({signal}) => (await request<QueuePanel>(call, {signal})).body,
  });
};

/** The same, kept up to date. */
export const useLivePanel = (name: string) => {
  const query = usePanel(name, {refetchInterval: EVERY});
  const {refetch, dataUpdatedAt} = query;
  const pace = useRef<Pace>(undefined);
  useEffect(() => {
    const own = makePace(async () => void await refetch());
    pace.current = own;
    return own.end;
  }, [refetch]);
  const want = (): void => pace.current?.want(REST);
  useLive(name, {onRecord: want, onAny: want}, dataUpdatedAt === 0 ? undefined : dataUpdatedAt);
  return query;
};

export const useRobots = () => useQuery({
  queryKey: PANELS, refetchInterval: EVERY, queryFn: async ({signal}) => (await request<RobotState[]>(ROBOTS_CALL, {signal})).body,
});
