/** Restores the position in a list: the focus returns to the row that was left, or to the one saved since. */
import {useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject} from 'react';
import {useListContext} from 'ra-core';
import {NavigationType, useLocation, useNavigationType, type Location} from 'react-router-dom';
import type {Resource} from '../../../schema/shapes/config.ts';
import {isInFinalStatus} from '../../../schema/statuses/statuses.ts';
import {turnHolderOfRecord} from '../../../schema/statuses/waiting.ts';
import {useLastClosedAction} from '../../actions/ActionDialogHost.tsx';
import {useResourceAndSession} from '../../session/context.ts';
import {focusRow, isFocusLost, closestRowKey} from '../../navigation/focus.ts';
import {
  writeListState, writeNeighbourList, writeTabHistoryStep, readListState, readNeighbourList, readTabHistoryStep, takeSavedRecordId,
} from '../../navigation/tabStorage.ts';
import {isRestoredList} from '../../navigation/locationState.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {hasOverlayParams, withoutOverlayParams} from './listSearch.ts';

/**
 * The ids that queue navigation skips: ended records and those waiting for a robot. The team may still work those waiting for their author.
 */
export const idsSkippedByNavigation = (resource: Resource, rows: readonly Row[]): number[] =>
  rows.filter(row => isInFinalStatus(resource, row) || turnHolderOfRecord(resource, row) === 'robo').map(({id}) => id);

/** Tells whether the focus is outside the list and outside dialogs and menus over it. */
const mayTakeFocus = (list: HTMLElement | null): boolean =>
  isFocusLost() || !(list?.contains(document.activeElement) || document.activeElement?.closest('[role$="dialog"], [role="menu"]'));

/** The last used row and its index, with the list's query. */
interface LastRow {
  search: string;
  row: string;
  index: number;
}

export const useRestoreListFocus = (name: string, list: RefObject<HTMLElement | null>): void => {
  const {resource, session: {id: user}} = useResourceAndSession(name);
  const {key, pathname, search, state} = useLocation() as Location<unknown>;
  const type = useNavigationType();
  const {data, isFetching, isPlaceholderData, page, perPage, total = 0} = useListContext<Row>();
  // Redraws after an action dialog closes, because the dialog may have taken the focus.
  useLastClosedAction();
  const listSearch = withoutOverlayParams(search);
  const covered = hasOverlayParams(search);
  const lastRow = useRef<LastRow>(undefined);

  const rememberRow = useEffectEvent(({target}: Event) => {
    const row = closestRowKey(target as Element);
    if (row !== undefined) lastRow.current = {search: listSearch, row, index: data?.findIndex(record => String(record.id) === row) ?? -1};
  });
  useEffect(() => {
    const element = list.current;
    // Clicks too, because Safari does not focus clicked links and buttons.
    for (const event of ['focusin', 'click']) element?.addEventListener(event, rememberRow);
    return () => {
      for (const event of ['focusin', 'click']) element?.removeEventListener(event, rememberRow);
    };
  }, [list]);
  useLayoutEffect(() => () => {
    writeListState(user, pathname, {search: listSearch, key});
    if (lastRow.current?.search === listSearch) writeTabHistoryStep(user, {key, row: lastRow.current.row});
  }, [user, pathname, listSearch, key]);

  // Neighbour navigation uses the list as it was when the first record was opened.
  useEffect(() => {
    if (data === undefined || isPlaceholderData || (covered && readNeighbourList(user, pathname)?.search === listSearch)) return;
    const [ids, skipped] = [data.map(({id}) => id), idsSkippedByNavigation(resource, data)];
    writeNeighbourList(user, pathname, {search: listSearch, ids, skipped, before: (page - 1) * perPage, total});
  }, [resource, user, pathname, listSearch, covered, data, isPlaceholderData, page, perPage, total]);

  /** Row ids to focus, best candidate first. */
  const focusTargets = useRef<readonly string[]>([]);
  const chooseFocusTargets = useEffectEvent((isUnderOverlay: boolean) => {
    if (isUnderOverlay) return;
    const leftKey = type === NavigationType.Pop ? key : isRestoredList(state) ? readListState(user, pathname)?.key : undefined;
    const leftRow = leftKey === undefined ? undefined : readTabHistoryStep(user, leftKey)?.row;
    focusTargets.current = [takeSavedRecordId(user, pathname), leftRow].filter(row => row !== undefined);
  });
  // Also after an overlay closes: its opener may be gone.
  useEffect(() => chooseFocusTargets(covered), [covered]);
  useEffect(() => {
    const [first] = focusTargets.current;
    if (first === undefined || data === undefined) return;
    if (!mayTakeFocus(list.current)) {
      focusTargets.current = [];
      return;
    }
    // The saved record may be among rows that are still loading.
    const focusedId = (isFetching ? [first] : focusTargets.current).find(row => focusRow(list.current, row));
    if (isFetching && focusedId === undefined) return;
    focusTargets.current = [];
    if (focusedId === undefined) document.querySelector('main')?.focus({preventScroll: true});
  });
  // A removed row loses the focus; the row now at its index takes it.
  useEffect(() => {
    if (lastRow.current === undefined || data === undefined || data.length === 0 || !isFocusLost()) return;
    const {search: lastSearch, row, index} = lastRow.current;
    if (lastSearch !== listSearch || data.some(record => String(record.id) === row)) return;
    const nextRecord = data[Math.min(index, data.length - 1)];
    if (nextRecord) focusRow(list.current, String(nextRecord.id));
  });
};
