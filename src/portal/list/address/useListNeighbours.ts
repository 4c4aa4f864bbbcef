/** A record's position in the list it was opened from, and its neighbours across pages (rules: Lists 16). */
import {useMemo, useRef, useState} from 'react';
import {useDataProvider} from 'ra-core';
import {useLocation, type Location} from 'react-router-dom';
import {screens} from '../../../schema/paths.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {writeNeighbourList, writeSavedRecordId, readNeighbourList, type NeighbourList} from '../../navigation/tabStorage.ts';
import {originOf} from '../../navigation/locationState.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {listParamsFromSearch, defaultListProps} from './defaultListParams.ts';
import {idsSkippedByNavigation} from './useRestoreListFocus.ts';

export type NeighbourDirection = 1 | -1;

export interface ListNeighbours {
  position: number;
  total: number;
  /** `toWork`: counts only records that a person can work, as far as loaded. */
  hasNeighbour: (direction: NeighbourDirection, toWork?: boolean) => boolean;
  /** Undefined: no neighbour, or a failed load, which a toast reports. */
  findNeighbour: (direction: NeighbourDirection, toWork?: boolean) => Promise<number | undefined>;
}

/** Pages searched for a workable record before any next record is taken. */
const MAX_WORK_SEARCH_PAGES = 3;

const hasMorePages = ({before, ids, total}: NeighbourList, direction: NeighbourDirection): boolean =>
  (direction === 1 ? before + ids.length < total : before > 0);

/** Finds the next loaded id. From a skipped record, skipped neighbours count too. */
const findNext = ({ids, skipped = []}: NeighbourList, id: number, direction: NeighbourDirection, toWork: boolean): number | undefined => {
  const index = ids.indexOf(id);
  const others = direction === 1 ? ids.slice(index + 1) : ids.slice(0, index).toReversed();
  return others.find(candidate => !toWork || skipped.includes(id) || !skipped.includes(candidate));
};

/** @returns undefined for a record opened from elsewhere */
export const useListNeighbours = (name: string, id: number): ListNeighbours | undefined => {
  const {config, resource, session} = useResourceAndSession(name);
  const dataProvider = useDataProvider();
  const toasts = useToasts();
  const {pathname, state} = useLocation() as Location<unknown>;
  const path = screens(config, resource).list;
  const opening = useMemo(() => defaultListProps(config, resource, session), [config, resource, session]);
  const [, redraw] = useState(0);
  const isLoading = useRef(false);
  const isFromList = pathname === path || originOf(state)?.from === path;
  const queue = isFromList ? readNeighbourList(session.id, path) : undefined;
  const index = queue?.ids.indexOf(id) ?? -1;
  if (queue === undefined || index === -1) return undefined;

  /** Loads the adjacent page. The page before is read too, because rows that left the list shifted the others up. */
  const loadNextPage = async (current: NeighbourList, direction: NeighbourDirection): Promise<NeighbourList> => {
    const {ids, skipped = [], before} = current;
    const {pagination: {perPage}, ...listParams} = listParamsFromSearch(resource, current.search, opening);
    const page = direction === 1 ? Math.floor((before + ids.length) / perPage) + 1 : Math.ceil(before / perPage);
    for (const pageNumber of direction === 1 ? [page - 1, page] : [page]) {
      if (pageNumber < 1) continue;
      const {data} = await dataProvider.getList<Row>(name, {...listParams, pagination: {page: pageNumber, perPage}});
      const fresh = data.map(row => row.id).filter(rowId => !ids.includes(rowId));
      if (fresh.length > 0) {
        const extended = {...current, skipped: [...skipped, ...idsSkippedByNavigation(resource, data)]};
        return direction === 1
          ? {...extended, ids: [...ids, ...fresh]}
          : {...extended, ids: [...fresh, ...ids], before: Math.max(0, before - fresh.length)};
      }
    }
    return direction === 1 ? {...current, total: before + ids.length} : {...current, before: 0};
  };
  const neighbour = async (direction: NeighbourDirection, toWork = false): Promise<number | undefined> => {
    if (isLoading.current) return undefined;
    isLoading.current = true;
    try {
      let current = queue;
      let neighbourId = findNext(current, id, direction, toWork);
      for (let pages = 0; neighbourId === undefined && hasMorePages(current, direction); pages++) {
        current = await loadNextPage(current, direction);
        writeNeighbourList(session.id, path, current);
        neighbourId = findNext(current, id, direction, toWork && pages + 1 < MAX_WORK_SEARCH_PAGES);
      }
      if (neighbourId === undefined) redraw(turn => turn + 1);
      else writeSavedRecordId(session.id, path, String(neighbourId));
      return neighbourId;
    } catch (error) {
      toasts.failed(error);
      return undefined;
    } finally {
      isLoading.current = false;
    }
  };
  const has = (direction: NeighbourDirection, toWork = false): boolean =>
    findNext(queue, id, direction, toWork) !== undefined || hasMorePages(queue, direction);
  return {position: queue.before + index + 1, total: queue.total, hasNeighbour: has, findNeighbour: neighbour};
};
