/** Keeps the rows of a list as they are now, where they stand; what else changed waits to be asked for (rules: Lists 21). */
import {useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject} from 'react';
import {useTheme} from '@mui/material/styles';
import {useQueryClient, type Query} from '@tanstack/react-query';
import {useDataProvider, useListContext} from 'ra-core';
import {TABS} from '../../../schema/tabs.ts';
import type {RecordEvent} from '../../../schema/wire.ts';
import {rowFrom} from '../../wire/known.ts';
import {lineSince} from '../../wire/live.ts';
import {isOwnDoing} from '../../wire/ownDoings.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {makePace, readAgain, showerOf, type Pace} from '../../wire/quiet.ts';
import {useLive} from '../../wire/useLive.ts';
import {focusRow, isIdle, recordIn} from '../../ui/place/focus.ts';
import {isPointedAt, markChanges, saidBy, type Said} from './marks.ts';
import {mergePage, type Page} from './mergePage.ts';

/** Milliseconds between two readings: because of a row in sight, because of a record that may be of the list, of the tabs' counts. */
const IN_SIGHT = 5000;
const ELSEWHERE = 15_000;
/** Rows that left the page and are read by themselves, at most, each time. */
const MOST = 3;

/** What waits to be asked for. */
export interface Waiting {
  news: number;
}

/** @returns undefined: the list is as it would be read now, as far as is known */
export const useLiveRows = (name: string, place: RefObject<HTMLElement | null>): Waiting | undefined => {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const color = useTheme().palette.action.selected;
  const {data, page, perPage, isFetching, isPlaceholderData} = useListContext<Row>();
  const [waiting, setWaiting] = useState<Waiting & {of: readonly Row[]}>();
  const heard = useRef(new Map<number, RecordEvent>());
  const all = useRef(false);
  const counted = useRef<(RecordEvent | undefined)[]>([]);
  const before = useRef<{rows: readonly Row[]; said: Said; focused: string | undefined}>(undefined);
  const line = useRef<AbortController>(undefined);
  const pace = useRef<{rows: Pace; tabs: Pace}>(undefined);

  const shownQuery = (): Query | undefined => queryClient.getQueryCache().findAll({queryKey: [name, 'getList'], type: 'active'})
    .find(({state}) => (state.data as Page | undefined)?.data === data);
  /** What nobody waits for is not asked for. */
  const signal = (): AbortSignal => line.current?.signal ?? AbortSignal.abort();
  const isNews = (event: RecordEvent): boolean => !isOwnDoing(queryClient, event)
    && data?.find(({id}) => id === event.id)?.['versao'] !== event.versao;

  const readTabs = useEffectEvent(async () => {
    const reasons = counted.current.splice(0);
    if (reasons.every(event => event !== undefined && isOwnDoing(queryClient, event))) return;
    const query = queryClient.getQueryCache().find({queryKey: [name, TABS], exact: true});
    if (!query?.isActive() || query.state.data === undefined) return;
    showerOf(queryClient, query)(await readAgain(queryClient, query, signal()));
  });
  /** Rows that changed and left the page, as they are now. */
  const readGone = async (gone: readonly Row['id'][], events: ReadonlyMap<unknown, RecordEvent>): Promise<ReadonlyMap<unknown, Row>> => {
    const read = gone.filter(id => events.has(id)).slice(0, MOST)
      .map(async id => [id, (await dataProvider.getOne<Row>(name, {id, signal: signal()})).data] as const);
    return new Map((await Promise.allSettled(read)).flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])));
  };
  const readRows = async (events: ReadonlyMap<unknown, RecordEvent>) => {
    const query = shownQuery();
    const shown = query?.state.data as Page | undefined;
    if (query === undefined || shown === undefined) return;
    const own = signal();
    const fresh = await readAgain(queryClient, query, own) as Page;
    const merged = mergePage(shown, fresh, {page, perPage});
    const others = await readGone(merged.gone, events);
    // Read by somebody else meanwhile, or left.
    if (query.state.data !== shown || own.aborted) return;
    const rows = merged.page.data.map((row, at) => {
      const as = shown.data[at] ?? row;
      const event = events.get(row.id);
      // Its buttons would move under the pointer: once that has gone.
      if (event !== undefined && isPointedAt(place.current, row.id)) {
        heard.current.set(event.id, event);
        return as;
      }
      const other = others.get(row.id);
      return other === undefined ? row : rowFrom(row, other);
    });
    if (heard.current.size > 0) pace.current?.rows.want(IN_SIGHT);
    const seen = {said: saidBy(place.current, rows.map(({id}) => id)), focused: recordIn(document.activeElement)};
    const written = queryClient.setQueryData(query.queryKey, {...shown, ...merged.page, data: rows}) as Page;
    before.current = {rows: written.data, ...seen};
    setWaiting(merged.differs ? {news: merged.news, of: written.data} : undefined);
  };
  const read = useEffectEvent(async () => {
    // It is being read as it is: what is heard meanwhile is seen after.
    if (isFetching || isPlaceholderData) {
      pace.current?.rows.want(0);
      return;
    }
    const events = new Map([...heard.current].filter(([, event]) => isNews(event)));
    const wanted = all.current || events.size > 0;
    heard.current.clear();
    all.current = false;
    if (wanted) await readRows(events);
  });
  /** What happened between the list's reading and the line's opening is told by nobody. */
  const catchUp = useEffectEvent(() => {
    const read = shownQuery()?.state.dataUpdatedAt;
    if (read === undefined || read >= (lineSince() ?? 0)) return;
    all.current = true;
    pace.current?.rows.want(0);
    pace.current?.tabs.want(0);
    counted.current.push(undefined);
  });
  useEffect(() => {
    const early = setTimeout(() => catchUp(), ELSEWHERE);
    const own = {rows: makePace(() => read()), tabs: makePace(() => readTabs())};
    const ownLine = new AbortController();
    pace.current = own;
    line.current = ownLine;
    return () => {
      clearTimeout(early);
      own.rows.end();
      own.tabs.end();
      ownLine.abort();
    };
  }, []);
  const want = (rest: number, event?: RecordEvent) => {
    counted.current.push(event);
    pace.current?.rows.want(rest);
    pace.current?.tabs.want(ELSEWHERE);
  };
  useLive(name, {
    onRecord: event => {
      if (!isNews(event)) return;
      heard.current.set(event.id, event);
      want(data?.some(({id}) => id === event.id) ? IN_SIGHT : ELSEWHERE, event);
    },
    onAny: () => {
      all.current = true;
      want(IN_SIGHT);
    },
  });
  useLayoutEffect(() => {
    if (before.current === undefined || before.current.rows !== data) return;
    const {said, focused} = before.current;
    before.current = undefined;
    markChanges(place.current, said, color);
    // What had the focus in a row may be one of those things that cannot be done any more.
    if (focused !== undefined && isIdle()) focusRow(place.current, focused);
  }, [data, place, color]);
  // Whoever reads the list anew has what waited.
  if (isFetching && waiting !== undefined) setWaiting(undefined);
  return waiting?.of === data ? waiting : undefined;
};
