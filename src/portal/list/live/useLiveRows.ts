/** Keeps the rows of a list as they are now, where they stand; what else changed waits to be asked for (rules: Lists 21). */
import {useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject} from 'react';
import {useTheme} from '@mui/material/styles';
import {useQueryClient, type Query} from '@tanstack/react-query';
import {useDataProvider, useListContext} from 'ra-core';
import {TABS} from '../../../schema/lifeCycle/tabs.ts';
import type {RecordEvent} from '../../../schema/wire.ts';
import {isMissing} from '../../wire/errors.ts';
import {rowFrom} from '../../wire/known.ts';
import {isOwnDoing} from '../../wire/ownDoings.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {AFTER_FAILURE, makePace, readAgain, showerOf, type Pace} from '../../wire/quiet.ts';
import {useLive} from '../../wire/useLive.ts';
import {focusRow, isIdle, recordIn} from '../../ui/place/focus.ts';
import {mergePage, type Page} from './mergePage.ts';

/** What somebody sees of rows and cards that change by themselves. */

/** Milliseconds of a mark. */
const MARK = 2400;

/** What the cells of rows say. */
type Said = ReadonlyMap<string, readonly (string | null)[]>;

const rowOf = (list: Element | null, id: string): Element | null => list?.querySelector(`[data-registro="${CSS.escape(id)}"]`) ?? null;
const cellsOf = (list: Element | null, id: string): Element[] => [...rowOf(list, id)?.children ?? []];

/** Whether the pointer is over something in the row that a click would do. */
const isPointedAt = (list: Element | null, id: unknown): boolean =>
  rowOf(list, String(id))?.querySelector(':is(a, button, label):hover') != null;

const saidBy = (list: Element | null, ids: readonly unknown[]): Said =>
  new Map(ids.map(id => [String(id), cellsOf(list, String(id)).map(({textContent}) => textContent)]));

/** Marks quietly what says something else now; not for who wants no motion. */
const markChanges = (list: Element | null, said: Said, backgroundColor: string): void => {
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  for (const [id, texts] of said) {
    cellsOf(list, id).filter(({textContent}, at) => texts[at] !== undefined && texts[at] !== textContent)
      .forEach(cell => cell.animate?.([{backgroundColor, offset: 0}], {duration: MARK, easing: 'ease-out'}));
  }
};

/** Milliseconds between two readings: because of a new record, of a row in sight, of one that may be of the list, of the tabs' counts. */
const NEW = 2000;
const IN_SIGHT = 5000;
const ELSEWHERE = 15_000;
/** Rows that left the page and are read by themselves, at most, each time. */
const MOST = 3;

/** A page as it was answered: all that happened before `asOf` is in it. */
interface Answered extends Page {
  meta?: {asOf: number};
}

/** What waits to be asked for. */
interface Waiting {
  news: number;
}

/** @returns undefined: the list is as it would be read now, as far as is known */
export const useLiveRows = (name: string, place: RefObject<HTMLElement | null>): Waiting | undefined => {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const color = useTheme().palette.action.selected;
  const list = useListContext<Row>();
  const {data, page, perPage, isFetching, isPlaceholderData} = list;
  const asOf = (list.meta as Answered['meta'])?.asOf;
  const [waiting, setWaiting] = useState<Waiting & {of: readonly Row[]}>();
  const heard = useRef(new Map<number, RecordEvent>());
  const all = useRef(false);
  const counted = useRef<(RecordEvent | undefined)[]>([]);
  const before = useRef<{rows: readonly Row[]; said: Said; focused: string | undefined}>(undefined);
  const line = useRef<AbortController>(undefined);
  const pace = useRef<{rows: Pace; tabs: Pace}>(undefined);

  const shownQuery = (): Query | undefined => queryClient.getQueryCache().findAll({queryKey: [name, 'getList'], type: 'active'})
    .find(({state}) => (state.data as Answered | undefined)?.data === data);
  /** What nobody waits for is not asked for. */
  const signal = (): AbortSignal => line.current?.signal ?? AbortSignal.abort();
  const isNews = (event: RecordEvent): boolean => !isOwnDoing(queryClient, event)
    && (event.calculado === true || data?.find(({id}) => id === event.id)?.['versao'] !== event.versao);

  const readTabs = useEffectEvent(async () => {
    const reasons = counted.current.splice(0);
    if (reasons.every(event => event !== undefined && isOwnDoing(queryClient, event))) return;
    const query = queryClient.getQueryCache().find({queryKey: [name, TABS], exact: true});
    if (!query?.isActive() || query.state.data === undefined) return;
    showerOf(queryClient, query)(await readAgain(queryClient, query, signal()));
  });
  /** Rows that left the page, as they are now; nothing for one that is out of reach. */
  const readGone = async (gone: readonly Row['id'][]): Promise<ReadonlyMap<Row['id'], Row | undefined>> => {
    const read = gone.slice(0, MOST).map(async id => {
      const found = await dataProvider.getOne<Row>(name, {id, signal: signal()}).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return [id, found?.data] as const;
    });
    return new Map((await Promise.allSettled(read)).flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])));
  };
  /**
   * @param any whether others may be another now than those that were heard of
   * @returns whether they are shown, or what was read meanwhile
   */
  const readRows = async (events: ReadonlyMap<unknown, RecordEvent>, any: boolean): Promise<boolean> => {
    const query = shownQuery();
    const shown = query?.state.data as Answered | undefined;
    if (query === undefined || shown === undefined) return true;
    const own = signal();
    const fresh = await readAgain(queryClient, query, own) as Answered;
    const others = await readGone(mergePage(shown, fresh, {page, perPage}).gone.filter(id => any || events.has(id)));
    const now = query.state.data as Answered | undefined;
    // Left, read by somebody else meanwhile, or changed by what was done here, which says nothing of the others.
    if (now !== shown || own.aborted) return own.aborted || now?.meta !== shown.meta;
    let isHeldBack = false;
    // Its buttons would move under the pointer: once that has gone.
    const later = (event: RecordEvent | undefined): void => {
      isHeldBack = true;
      if (event === undefined) all.current = true;
      else heard.current.set(event.id, event);
      pace.current?.rows.want(IN_SIGHT);
    };
    const isBusy = shown.data.some(({id}) => isPointedAt(place.current, id));
    const lost = [...others].flatMap(([id, row]) => (row === undefined ? [id] : []));
    if (isBusy) lost.forEach(id => later(events.get(id)));
    const merged = mergePage(shown, fresh, {page, perPage}, new Set(isBusy ? [] : lost));
    const rows = merged.page.data.map(row => {
      const event = events.get(row.id);
      if (event !== undefined && isPointedAt(place.current, row.id)) {
        later(event);
        return shown.data.find(({id}) => id === row.id) ?? row;
      }
      const other = others.get(row.id);
      return other === undefined ? row : rowFrom(row, other);
    });
    const seen = {said: saidBy(place.current, rows.map(({id}) => id)), focused: recordIn(document.activeElement)};
    const meta = isHeldBack ? shown.meta : fresh.meta;
    const written = queryClient.setQueryData(query.queryKey, {...fresh, ...merged.page, data: rows, meta}) as Answered;
    before.current = {rows: written.data, ...seen};
    setWaiting(merged.differs ? {news: merged.news, of: written.data} : undefined);
    return true;
  };
  const read = useEffectEvent(async () => {
    // It is being read as it is: what is heard meanwhile is seen after.
    if (isFetching || isPlaceholderData) {
      pace.current?.rows.want(0);
      return;
    }
    const events = new Map([...heard.current].filter(([, event]) => isNews(event)));
    const any = all.current;
    heard.current.clear();
    all.current = false;
    if (!any && events.size === 0) return;
    const again = await readRows(events, any).then(isShown => (isShown ? undefined : IN_SIGHT), () => AFTER_FAILURE);
    if (again === undefined) return;
    heard.current = new Map([...events, ...heard.current]);
    all.current ||= any;
    pace.current?.rows.want(again);
  });
  useEffect(() => {
    const own = {rows: makePace(() => read()), tabs: makePace(() => readTabs())};
    const ownLine = new AbortController();
    pace.current = own;
    line.current = ownLine;
    return () => {
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
      want(data?.some(({id}) => id === event.id) ? IN_SIGHT : event.versao === 1 ? NEW : ELSEWHERE, event);
    },
    onAny: () => {
      all.current = true;
      want(IN_SIGHT);
    },
    onRead: () => {
      heard.current.clear();
      all.current = false;
    },
  }, asOf);
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
