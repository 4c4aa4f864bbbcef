/** A list that is come back to has the focus on the row one left, or on the one that was saved since. */
import {useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject} from 'react';
import {useListContext} from 'ra-core';
import {NavigationType, useLocation, useNavigationType, type Location} from 'react-router-dom';
import {useSession} from '../session/useSession.ts';
import {keepList, keepStep, leftList, stepAt, takeSaved} from '../ui/place/places.ts';
import {isAsItWas} from '../ui/place/steps.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {isCovered, ownQuery} from './wholeAddress.ts';

/** What a row or card is found by. */
export const rowMark = (record: Row) => ({'data-registro': record.id});
const rowOf = (element: Element | null): string | undefined => element?.closest<HTMLElement>('[data-registro]')?.dataset['registro'];

/** The row's main link, else what else can be done there, else the row itself. */
const focusRow = (list: HTMLElement | null, id: string): boolean => {
  const row = list?.querySelector<HTMLElement>(`[data-registro="${CSS.escape(id)}"]`);
  if (!row) return false;
  const target = row.querySelector<HTMLElement>('a[data-principal]') ?? row.querySelector<HTMLElement>('a[href]') ?? row;
  target.focus({preventScroll: true});
  // Where one left it, it is in sight once the page is scrolled as it was; what was saved may have moved.
  requestAnimationFrame(() => requestAnimationFrame(() => row.scrollIntoView?.({block: 'nearest'})));
  return true;
};

const isIdle = (): boolean => document.activeElement === null || document.activeElement === document.body;
/** Whether nothing of the list has the focus, and nothing that stands over it. */
const isElsewhere = (list: HTMLElement | null): boolean =>
  isIdle() || !(list?.contains(document.activeElement) || document.activeElement?.closest('[role$="dialog"], [role="menu"]'));

/** The row that was used last, and where it stood in which list. */
interface Used {
  own: string;
  row: string;
  index: number;
}

/** @param list the element the rows are in */
export const useListPlace = (list: RefObject<HTMLElement | null>): void => {
  const {id: user} = useSession();
  const {key, pathname, search, state} = useLocation() as Location<unknown>;
  const type = useNavigationType();
  const {data, isFetching} = useListContext<Row>();
  const own = ownQuery(search);
  const covered = isCovered(search);
  const last = useRef<Used>(undefined);

  const use = useEffectEvent(({target}: Event) => {
    const row = rowOf(target as Element);
    if (row !== undefined) last.current = {own, row, index: data?.findIndex(one => String(one.id) === row) ?? -1};
  });
  useEffect(() => {
    const element = list.current;
    // Not by the focus alone: Safari gives it to no link or button that is clicked.
    for (const event of ['focusin', 'click']) element?.addEventListener(event, use);
    return () => {
      for (const event of ['focusin', 'click']) element?.removeEventListener(event, use);
    };
  }, [list]);
  useLayoutEffect(() => () => {
    keepList(user, pathname, {search: own, key});
    if (last.current?.own === own) keepStep(user, {key, row: last.current.row});
  }, [user, pathname, own, key]);

  /** Records whose row shall have the focus, the likeliest first. */
  const wanted = useRef<readonly string[]>([]);
  const arrive = useEffectEvent((under: boolean) => {
    if (under) return;
    const left = type === NavigationType.Pop ? key : isAsItWas(state) ? leftList(user, pathname)?.key : undefined;
    wanted.current = [takeSaved(user, pathname), left === undefined ? undefined : stepAt(user, left)?.row].filter(row => row !== undefined);
  });
  // Also from what covered it: where that was opened from is not there any more, if the screen was another meanwhile.
  useEffect(() => arrive(covered), [covered]);
  useEffect(() => {
    const [first] = wanted.current;
    if (first === undefined || data === undefined) return;
    if (!isElsewhere(list.current)) {
      wanted.current = [];
      return;
    }
    // What was saved may be among the rows that are still on their way.
    const found = (isFetching ? [first] : wanted.current).find(row => focusRow(list.current, row));
    if (isFetching && found === undefined) return;
    wanted.current = [];
    if (found === undefined) document.querySelector('main')?.focus({preventScroll: true});
  });
  // A row that went (deleted, say) takes the focus along; who goes through a list goes on at the next one.
  useEffect(() => {
    if (last.current === undefined || data === undefined || data.length === 0 || !isIdle()) return;
    const {own: then, row, index} = last.current;
    if (then !== own || data.some(one => String(one.id) === row)) return;
    const next = data[Math.min(index, data.length - 1)];
    if (next) focusRow(list.current, String(next.id));
  });
};
