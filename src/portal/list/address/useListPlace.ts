/** A list that is come back to has the focus on the row one left, or on the one that was saved since. */
import {useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject} from 'react';
import {useListContext} from 'ra-core';
import {NavigationType, useLocation, useNavigationType, type Location} from 'react-router-dom';
import type {Resource} from '../../../schema/config/config.ts';
import {isEnded} from '../../../schema/statuses/statuses.ts';
import {waiterOf} from '../../../schema/statuses/waiting.ts';
import {useDone} from '../../actions/ActionDialogHost.tsx';
import {useAbout} from '../../session/context.ts';
import {focusRow, isIdle, recordIn} from '../../ui/place/focus.ts';
import {keepList, keepQueue, keepStep, leftList, queueOf, stepAt, takeSaved} from '../../ui/place/places.ts';
import {isAsItWas} from '../../ui/place/steps.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {isCovered, ownQuery} from './listQuery.ts';

/** The records among these that no person is led to: at an end, or a robot's. What waits for its author the team may still work. */
export const skippedOf = (resource: Resource, rows: readonly Row[]): number[] =>
  rows.filter(row => isEnded(resource, row) || waiterOf(resource, row) === 'robo').map(({id}) => id);

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
export const useListPlace = (name: string, list: RefObject<HTMLElement | null>): void => {
  const {resource, session: {id: user}} = useAbout(name);
  const {key, pathname, search, state} = useLocation() as Location<unknown>;
  const type = useNavigationType();
  const {data, isFetching, isPlaceholderData, page, perPage, total = 0} = useListContext<Row>();
  // Drawn again once a dialog has gone: it may have taken the focus along.
  useDone();
  const own = ownQuery(search);
  const covered = isCovered(search);
  const last = useRef<Used>(undefined);

  const use = useEffectEvent(({target}: Event) => {
    const row = recordIn(target as Element);
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

  // Who goes through the records goes by the list as it was when the first was opened.
  useEffect(() => {
    if (data === undefined || isPlaceholderData || (covered && queueOf(user, pathname)?.search === own)) return;
    const [ids, skipped] = [data.map(({id}) => id), skippedOf(resource, data)];
    keepQueue(user, pathname, {search: own, ids, skipped, before: (page - 1) * perPage, total});
  }, [resource, user, pathname, own, covered, data, isPlaceholderData, page, perPage, total]);

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
