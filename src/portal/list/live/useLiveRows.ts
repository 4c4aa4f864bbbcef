/** Keeps a list's rows current in place; changes that would move rows wait for the person (rules: Lists 21). */
import {useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject} from 'react';
import {useTheme} from '@mui/material/styles';
import {useQueryClient, type Query} from '@tanstack/react-query';
import {useDataProvider, useListContext} from 'ra-core';
import {TABS_PATH} from '../../../schema/lifeCycle/tabs.ts';
import type {RecordEvent} from '../../../schema/apiShapes.ts';
import {isNotFound} from '../../api/errors.ts';
import {updateListRow} from '../../api/queryFreshness.ts';
import {isOwnChange} from '../../api/ownChanges.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {
  RETRY_AFTER_FAILURE_MS, createRefetchScheduler, runQuery, cacheWriterFor, type RefetchScheduler,
} from '../../api/backgroundRefetch.ts';
import {useRecordEvents} from '../../api/useRecordEvents.ts';
import {focusRow, isFocusLost, closestRowKey} from '../../navigation/focus.ts';
import {mergePage, type ListPage} from './mergePage.ts';

const MARK_MS = 2400;

type CellTexts = ReadonlyMap<string, readonly (string | null)[]>;

const findRow = (list: Element | null, id: string): Element | null => list?.querySelector(`[data-registro="${CSS.escape(id)}"]`) ?? null;
const findCells = (list: Element | null, id: string): Element[] => [...findRow(list, id)?.children ?? []];

/** Tells whether the pointer is over a clickable element of the row. */
const isPointedAt = (list: Element | null, id: unknown): boolean =>
  findRow(list, String(id))?.querySelector(':is(a, button, label):hover') != null;

const readCellTexts = (list: Element | null, ids: readonly unknown[]): CellTexts =>
  new Map(ids.map(id => [String(id), findCells(list, String(id)).map(({textContent}) => textContent)]));

/** Highlights cells whose text changed, unless the person prefers reduced motion. */
const markChanges = (list: Element | null, cellTexts: CellTexts, backgroundColor: string): void => {
  if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
  for (const [id, texts] of cellTexts) {
    findCells(list, id).filter(({textContent}, at) => texts[at] !== undefined && texts[at] !== textContent)
      .forEach(cell => cell.animate?.([{backgroundColor, offset: 0}], {duration: MARK_MS, easing: 'ease-out'}));
  }
};

/** Minimum interval between two reads, caused by a new record, a visible row, or any other record and the tab counts. */
const NEW_ROW_INTERVAL_MS = 2000;
const VISIBLE_ROW_INTERVAL_MS = 5000;
const OTHER_INTERVAL_MS = 15_000;
/** Rows that left the page and are read one by one, per refresh. */
const MAX_SINGLE_READS = 3;

/** An answered page; it includes every event before `asOf`. */
interface AnsweredPage extends ListPage {
  meta?: {asOf: number};
}

interface PendingChanges {
  news: number;
}

/** @returns undefined while the list is current, as far as known */
export const useLiveRows = (name: string, place: RefObject<HTMLElement | null>): PendingChanges | undefined => {
  const queryClient = useQueryClient();
  const dataProvider = useDataProvider();
  const color = useTheme().palette.action.selected;
  const list = useListContext<Row>();
  const {data, page, perPage, isFetching, isPlaceholderData} = list;
  const asOf = (list.meta as AnsweredPage['meta'])?.asOf;
  const [waiting, setWaiting] = useState<PendingChanges & {of: readonly Row[]}>();
  const pendingEvents = useRef(new Map<number, RecordEvent>());
  const isAllPending = useRef(false);
  const tabEvents = useRef<(RecordEvent | undefined)[]>([]);
  const beforeWrite = useRef<{rows: readonly Row[]; cellTexts: CellTexts; focused: string | undefined}>(undefined);
  const controller = useRef<AbortController>(undefined);
  const pace = useRef<{rows: RefetchScheduler; tabs: RefetchScheduler}>(undefined);

  const shownQuery = (): Query | undefined => queryClient.getQueryCache().findAll({queryKey: [name, 'getList'], type: 'active'})
    .find(({state}) => (state.data as AnsweredPage | undefined)?.data === data);
  /** Aborted before mount and after unmount. */
  const signal = (): AbortSignal => controller.current?.signal ?? AbortSignal.abort();
  const isNews = (event: RecordEvent): boolean => !isOwnChange(queryClient, event)
    && (event.calculado === true || data?.find(({id}) => id === event.id)?.['versao'] !== event.versao);

  const readTabs = useEffectEvent(async () => {
    const reasons = tabEvents.current.splice(0);
    if (reasons.every(event => event !== undefined && isOwnChange(queryClient, event))) return;
    const query = queryClient.getQueryCache().find({queryKey: [name, TABS_PATH], exact: true});
    if (!query?.isActive() || query.state.data === undefined) return;
    cacheWriterFor(queryClient, query)(await runQuery(queryClient, query, signal()));
  });
  /** Reads rows that left the page; undefined for a row outside the caller's scope. */
  const readGone = async (missingIds: readonly Row['id'][]): Promise<ReadonlyMap<Row['id'], Row | undefined>> => {
    const read = missingIds.slice(0, MAX_SINGLE_READS).map(async id => {
      const response = await dataProvider.getOne<Row>(name, {id, signal: signal()}).catch((error: unknown) => {
        if (isNotFound(error)) return undefined;
        throw error;
      });
      return [id, response?.data] as const;
    });
    return new Map((await Promise.allSettled(read)).flatMap(result => (result.status === 'fulfilled' ? [result.value] : [])));
  };
  /**
   * @param includesAll whether records without an event may have changed too
   * @returns false when the page was replaced meanwhile and the events still have to be applied
   */
  const readRows = async (events: ReadonlyMap<unknown, RecordEvent>, includesAll: boolean): Promise<boolean> => {
    const query = shownQuery();
    const shown = query?.state.data as AnsweredPage | undefined;
    if (query === undefined || shown === undefined) return true;
    const readSignal = signal();
    const fresh = await runQuery(queryClient, query, readSignal) as AnsweredPage;
    const goneRows = await readGone(mergePage(shown, fresh, {page, perPage}).missingIds.filter(id => includesAll || events.has(id)));
    const current = query.state.data as AnsweredPage | undefined;
    // Unmounted, reloaded, or changed by an own action, which does not cover the events of others.
    if (current !== shown || readSignal.aborted) return readSignal.aborted || current?.meta !== shown.meta;
    let isHeldBack = false;
    // A row under the pointer is updated later, because its buttons would move.
    const postpone = (event: RecordEvent | undefined): void => {
      isHeldBack = true;
      if (event === undefined) isAllPending.current = true;
      else pendingEvents.current.set(event.id, event);
      pace.current?.rows.schedule(VISIBLE_ROW_INTERVAL_MS);
    };
    const isBusy = shown.data.some(({id}) => isPointedAt(place.current, id));
    const lost = [...goneRows].flatMap(([id, row]) => (row === undefined ? [id] : []));
    if (isBusy) lost.forEach(id => postpone(events.get(id)));
    const merged = mergePage(shown, fresh, {page, perPage}, new Set(isBusy ? [] : lost));
    const rows = merged.page.data.map(row => {
      const event = events.get(row.id);
      if (event !== undefined && isPointedAt(place.current, row.id)) {
        postpone(event);
        return shown.data.find(({id}) => id === row.id) ?? row;
      }
      const goneRow = goneRows.get(row.id);
      return goneRow === undefined ? row : updateListRow(row, goneRow);
    });
    const shownState = {cellTexts: readCellTexts(place.current, rows.map(({id}) => id)), focused: closestRowKey(document.activeElement)};
    const meta = isHeldBack ? shown.meta : fresh.meta;
    const written = queryClient.setQueryData(query.queryKey, {...fresh, ...merged.page, data: rows, meta}) as AnsweredPage;
    beforeWrite.current = {rows: written.data, ...shownState};
    setWaiting(merged.differs ? {news: merged.news, of: written.data} : undefined);
    return true;
  };
  const read = useEffectEvent(async () => {
    // During a reload, events are applied afterwards.
    if (isFetching || isPlaceholderData) {
      pace.current?.rows.schedule(0);
      return;
    }
    const events = new Map([...pendingEvents.current].filter(([, event]) => isNews(event)));
    const includesAll = isAllPending.current;
    pendingEvents.current.clear();
    isAllPending.current = false;
    if (!includesAll && events.size === 0) return;
    const retryIn = await readRows(events, includesAll)
      .then(isShown => (isShown ? undefined : VISIBLE_ROW_INTERVAL_MS), () => RETRY_AFTER_FAILURE_MS);
    if (retryIn === undefined) return;
    pendingEvents.current = new Map([...events, ...pendingEvents.current]);
    isAllPending.current ||= includesAll;
    pace.current?.rows.schedule(retryIn);
  });
  useEffect(() => {
    const paces = {rows: createRefetchScheduler(() => read()), tabs: createRefetchScheduler(() => readTabs())};
    const abort = new AbortController();
    pace.current = paces;
    controller.current = abort;
    return () => {
      paces.rows.end();
      paces.tabs.end();
      abort.abort();
    };
  }, []);
  const requestRead = (interval: number, event?: RecordEvent) => {
    tabEvents.current.push(event);
    pace.current?.rows.schedule(interval);
    pace.current?.tabs.schedule(OTHER_INTERVAL_MS);
  };
  useRecordEvents(name, {
    onRecord: event => {
      if (!isNews(event)) return;
      pendingEvents.current.set(event.id, event);
      const isShown = data?.some(({id}) => id === event.id);
      requestRead(isShown ? VISIBLE_ROW_INTERVAL_MS : event.versao === 1 ? NEW_ROW_INTERVAL_MS : OTHER_INTERVAL_MS, event);
    },
    onAnyChange: () => {
      isAllPending.current = true;
      requestRead(VISIBLE_ROW_INTERVAL_MS);
    },
    onRefetched: () => {
      pendingEvents.current.clear();
      isAllPending.current = false;
    },
  }, asOf);
  useLayoutEffect(() => {
    if (beforeWrite.current === undefined || beforeWrite.current.rows !== data) return;
    const {cellTexts, focused} = beforeWrite.current;
    beforeWrite.current = undefined;
    markChanges(place.current, cellTexts, color);
    // The focused button may have disappeared with an action that is no longer possible.
    if (focused !== undefined && isFocusLost()) focusRow(place.current, focused);
  }, [data, place, color]);
  if (isFetching && waiting !== undefined) setWaiting(undefined);
  return waiting?.of === data ? waiting : undefined;
};
