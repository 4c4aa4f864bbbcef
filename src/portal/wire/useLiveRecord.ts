/** Keeps a record that is open, and what is shown of it, as it is now (rules: Screens 15). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {hashKey, useQueryClient, type Query} from '@tanstack/react-query';
import {filesKey, queueKey} from '../../schema/parts.ts';
import type {QueueState} from '../../schema/wire.ts';
import {useResource} from '../session/context.ts';
import {isMissing} from './errors.ts';
import {answeredLately, filesQuery, oneKey} from './known.ts';
import {isOwnDoing} from './ownDoings.ts';
import type {Row} from './providers/dialects.ts';
import {AFTER_FAILURE, makePace, readAgain, showerOf, type Pace} from './quiet.ts';
import {useLive} from './useLive.ts';

/** Milliseconds between two readings, at least. */
const REST = 2000;

/** What somebody is deciding about stays as they read it. */
export const STORED = 'gravado';

/** Records to which something is being done from here. */
const going = new Set<string>();
const keyOf = (name: string, id: unknown): string => `${name}/${String(id)}`;

/** While it is on its way the server may tell of it: nothing is read again before its answer, which has it. */
export const whileDone = async <T>(name: string, id: unknown, answer: Promise<T>): Promise<T> => {
  going.add(keyOf(name, id));
  try {
    return await answer;
  } finally {
    going.delete(keyOf(name, id));
  }
};

/** Why it is to be read: whether that holds still, and whether it was told to have changed. */
interface Reason {
  still: () => boolean;
  told: boolean;
}

const isOf = ({queryKey: [, what, of]}: Query, id: number): boolean =>
  what !== STORED && String((of as {id?: unknown} | undefined)?.id ?? of) === String(id);

/** Milliseconds after which it is read again how far a robot is. */
const PROGRESS = 10_000;

/** @returns whether it is not within the person's reach any more */
export const useLiveRecord = (name: string, id: number, record: Row | undefined): boolean => {
  const resource = useResource(name);
  const queryClient = useQueryClient();
  const [gone, setGone] = useState<number>();
  const pace = useRef<Pace>(undefined);
  const reasons = useRef<Reason[]>([]);

  /**
   * @param isTold that it changed; else what is shown beside it is read where it did
   * @returns whether all of it is shown, as far as it came
   */
  const readAll = async (of: number, isTold: boolean, signal: AbortSignal): Promise<boolean> => {
    const shown = queryClient.getQueryCache().findAll({queryKey: [name], type: 'active', predicate: query => isOf(query, of)});
    const [one, files] = [oneKey(name, of), filesQuery(name, of)].map(key => hashKey(key));
    const own = shown.find(({queryHash}) => queryHash === one);
    if (own === undefined) return true;
    const showers = new Map(shown.map(query => [query, showerOf(queryClient, query)]));
    const before = own.state.data;
    let record: Row;
    try {
      record = await readAgain(queryClient, own, signal) as Row;
    } catch (error) {
      // Who never had it has not lost it.
      if (isMissing(error) && own.state.data !== undefined && !signal.aborted) setGone(of);
      throw error;
    }
    if (signal.aborted) return true;
    const isShown = showers.get(own)?.(record);
    setGone(undefined);
    const key = resource.files && filesKey(resource);
    // How far a robot is tells nothing of the rest.
    const rest = (one: unknown) => hashKey([{...one as Row, [queueKey(resource)]: undefined}]);
    const isSame = (key === undefined || key in record) && rest(before) === rest(record);
    if (isSame && !isTold) return isShown !== false;
    const others = await Promise.allSettled(shown.filter(query => query !== own).map(async query => {
      // It may say them itself.
      const said = key !== undefined && query.queryHash === files ? record[key] : undefined;
      return showers.get(query)?.(said ?? await readAgain(queryClient, query, signal));
    }));
    return isShown !== false && others.every(one => one.status === 'rejected' || one.value !== false);
  };
  const read = useEffectEvent(async (of: number, signal: AbortSignal) => {
    if (going.has(keyOf(name, of))) return pace.current?.want(0);
    const wanted = reasons.current.splice(0).filter(({still}) => still());
    if (wanted.length === 0) return undefined;
    const again = await readAll(of, wanted.some(({told}) => told), signal).then(
      isShown => (isShown ? undefined : REST),
      (error: unknown) => (isMissing(error) ? undefined : AFTER_FAILURE),
    );
    if (again === undefined || signal.aborted) return undefined;
    // The record itself may be shown already, and say nothing of what is not.
    reasons.current.push(...wanted.map(({still}) => ({still, told: true})));
    return pace.current?.want(again);
  });
  useEffect(() => {
    const line = new AbortController();
    const own = makePace(() => read(id, line.signal));
    pace.current = own;
    return () => {
      own.end();
      line.abort();
    };
  }, [id]);
  const want = (reason: Reason) => {
    reasons.current.push(reason);
    pace.current?.want(REST);
  };
  useLive(name, {
    onRecord: event => {
      const isOthers = (): boolean => !isOwnDoing(queryClient, event);
      // What was done here may be answered only after it was told.
      if (event.id === id && isOthers()) want({still: isOthers, told: true});
    },
    onAny: () => want({still: () => true, told: false}),
  }, answeredLately(queryClient.getQueryData(oneKey(name, id))));
  // That a robot renews its lease is told to nobody: it is asked, of the one record in sight, and by nobody who does not look.
  const isWorked = Boolean((record?.[queueKey(resource)] as QueueState | undefined)?.leaseAte);
  const ask = useEffectEvent(() => reasons.current.length === 0 && want({still: () => true, told: false}));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = (): void => {
      timer = setTimeout(() => {
        ask();
        next();
      }, PROGRESS);
    };
    if (isWorked) next();
    return () => clearTimeout(timer);
  }, [isWorked]);
  return gone === id;
};
