/** The rows somebody ticked, kept over pages and sorting; other filters show other rows, and begin anew. */
import {useState} from 'react';
import {useListContext} from 'ra-core';
import type {Row} from '../wire/providers/dialects.ts';

export interface Selection {
  /** As they are now where they are on the page, else as they were when ticked. */
  rows: readonly Row[];
  has: (id: Row['id']) => boolean;
  set: (rows: readonly Row[], ticked: boolean) => void;
  clear: () => void;
}

type Ticked = ReadonlyMap<Row['id'], Row>;
const none: Ticked = new Map();

export const useSelection = (): Selection => {
  const list = useListContext<Row>();
  const {data} = list;
  const filter = JSON.stringify(list.filterValues);
  const [kept, setKept] = useState({filter, ticked: none});
  const ticked = kept.filter === filter ? kept.ticked : none;
  const keep = (next: Ticked) => setKept({filter, ticked: next});
  return {
    rows: [...ticked].map(([id, row]) => data?.find(one => one.id === id) ?? row),
    has: id => ticked.has(id),
    set: (rows, on) => {
      const next = new Map(ticked);
      for (const row of rows) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      keep(next);
    },
    clear: () => keep(none),
  };
};
