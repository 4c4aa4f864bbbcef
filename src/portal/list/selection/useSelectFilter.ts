/** Ticks what the list's filters find, in the list's order: as many as can be ticked. */
import {useEffect, useRef, useState} from 'react';
import {useDataProvider, useListContext} from 'ra-core';
import {BULK_MOST} from '../../../schema/lifeCycle/bulk.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {readPages} from '../../wire/pages.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import type {Selection} from './selection.ts';

interface SelectFilter {
  /** How many have come; undefined: it is not being read. */
  read: number | undefined;
  start: () => Promise<void>;
  stop: () => void;
}

export const useSelectFilter = (name: string, selection: Selection): SelectFilter => {
  const dataProvider = useDataProvider();
  const toasts = useToasts();
  const list = useListContext<Row>();
  const [read, setRead] = useState<number>();
  const current = useRef<AbortController>(undefined);
  const stop = () => current.current?.abort();
  useEffect(() => () => current.current?.abort(), []);

  const start = async (): Promise<void> => {
    if (read !== undefined) return;
    const {signal} = (current.current = new AbortController());
    setRead(0);
    try {
      await readPages(dataProvider, name, {
        sort: list.sort, filter: list.filterValues as Record<string, unknown>, signal, most: BULK_MOST,
        // What came is ticked, also where not all of it does: the count says how many.
        onRows: rows => {
          setRead(rows.length);
          selection.set(rows, true);
        },
      });
    } catch (error) {
      if (!signal.aborted) toasts.failed(error);
    }
    setRead(undefined);
  };
  return {read, start, stop};
};
