/** The selected rows of a list, kept over pages and sorting; other filters clear them. */
import {useCallback, useLayoutEffect, useMemo, useRef, useState} from 'react';
import {useListContext} from 'ra-core';
import {MAX_BULK_RECORDS} from '../../../schema/words/bulk.ts';
import type {Row} from '../../api/providers/listDialects.ts';

export interface Selection {
  /** Current rows of the page, and earlier versions from other pages. At most {@link MAX_BULK_RECORDS}. */
  rows: readonly Row[];
  has: (id: Row['id']) => boolean;
  set: (rows: readonly Row[], ticked: boolean) => void;
  /** Selects a row; `range` includes all rows since the last one (Shift). */
  tick: (row: Row, ticked: boolean, range?: boolean) => void;
  clear: () => void;
}

type Ticked = ReadonlyMap<Row['id'], Row>;
const noneTicked: Ticked = new Map();
const noRows: readonly Row[] = [];

/** Memoised, so that rows are redrawn only for another selection. */
export const useSelection = (): Selection => {
  const list = useListContext<Row>();
  const {data = noRows, isPlaceholderData} = list;
  const page = JSON.stringify([list.filterValues, list.sort, list.page]);
  const [seenPage, setSeenPage] = useState({page, data});
  const filter = JSON.stringify(list.filterValues);
  const [stored, setStored] = useState({filter, ticked: noneTicked});
  const lastTickedId = useRef<Row['id']>(undefined);
  const ticked = stored.filter === filter ? stored.ticked : noneTicked;
  const set = useCallback((rows: readonly Row[], on: boolean) => setStored(previous => {
    const next = new Map(previous.filter === filter ? previous.ticked : noneTicked);
    for (const row of rows) {
      if (!on) next.delete(row.id);
      else if (next.size < MAX_BULK_RECORDS || next.has(row.id)) next.set(row.id, row);
    }
    return {filter, ticked: next};
  }), [filter]);
  if (seenPage.data !== list.data && list.data !== undefined && isPlaceholderData !== true) {
    setSeenPage({page, data});
    const removedRows = seenPage.page === page ? seenPage.data.filter(({id}) => ticked.has(id) && !data.some(row => row.id === id)) : [];
    if (removedRows.length > 0) set(removedRows, false);
  }
  const shownRows = useRef(data);
  useLayoutEffect(() => {
    shownRows.current = data;
  }, [data]);
  const tick = useCallback((row: Row, on: boolean, range = false) => {
    const ends = [lastTickedId.current, row.id].map(id => shownRows.current.findIndex(candidate => candidate.id === id));
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    set(range && from >= 0 ? shownRows.current.slice(from, to + 1) : [row], on);
    lastTickedId.current = row.id;
  }, [set]);
  return useMemo(() => ({
    rows: [...ticked].map(([id, row]) => data.find(candidate => candidate.id === id) ?? row),
    has: id => ticked.has(id),
    set,
    tick,
    clear: () => setStored({filter, ticked: noneTicked}),
  }), [data, filter, set, tick, ticked]);
};
