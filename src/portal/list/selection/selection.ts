/** The rows somebody ticked, kept over pages and sorting until they leave the list; other filters show other rows, and begin anew. */
import {useCallback, useLayoutEffect, useMemo, useRef, useState} from 'react';
import {useListContext} from 'ra-core';
import {BULK_MOST} from '../../../schema/words/bulk.ts';
import type {Row} from '../../wire/providers/dialects.ts';

export interface Selection {
  /** As they are now where they are on the page, else as they were when ticked. At most {@link BULK_MOST}. */
  rows: readonly Row[];
  has: (id: Row['id']) => boolean;
  set: (rows: readonly Row[], ticked: boolean) => void;
  /** One of the page; `range`: with all between it and the one before. */
  tick: (row: Row, ticked: boolean, range?: boolean) => void;
  clear: () => void;
}

type Ticked = ReadonlyMap<Row['id'], Row>;
const none: Ticked = new Map();
const noRows: readonly Row[] = [];

/** The same one until it says something else. */
export const useSelection = (): Selection => {
  const list = useListContext<Row>();
  const {data = noRows, isPlaceholderData} = list;
  const page = JSON.stringify([list.filterValues, list.sort, list.page]);
  const [seen, setSeen] = useState({page, data});
  const filter = JSON.stringify(list.filterValues);
  const [kept, setKept] = useState({filter, ticked: none});
  const last = useRef<Row['id']>(undefined);
  const ticked = kept.filter === filter ? kept.ticked : none;
  const set = useCallback((rows: readonly Row[], on: boolean) => setKept(before => {
    const next = new Map(before.filter === filter ? before.ticked : none);
    for (const row of rows) {
      if (!on) next.delete(row.id);
      else if (next.size < BULK_MOST || next.has(row.id)) next.set(row.id, row);
    }
    return {filter, ticked: next};
  }), [filter]);
  if (seen.data !== list.data && list.data !== undefined && isPlaceholderData !== true) {
    setSeen({page, data});
    const gone = seen.page === page ? seen.data.filter(({id}) => ticked.has(id) && !data.some(one => one.id === id)) : [];
    if (gone.length > 0) set(gone, false);
  }
  const shown = useRef(data);
  useLayoutEffect(() => {
    shown.current = data;
  }, [data]);
  const tick = useCallback((row: Row, on: boolean, range = false) => {
    const ends = [last.current, row.id].map(id => shown.current.findIndex(one => one.id === id));
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    set(range && from >= 0 ? shown.current.slice(from, to + 1) : [row], on);
    last.current = row.id;
  }, [set]);
  return useMemo(() => ({
    rows: [...ticked].map(([id, row]) => data.find(one => one.id === id) ?? row),
    has: id => ticked.has(id),
    set,
    tick,
    clear: () => setKept({filter, ticked: none}),
  }), [data, filter, set, tick, ticked]);
};
