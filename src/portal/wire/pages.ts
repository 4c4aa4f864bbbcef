/** A list read page by page, by its own call. */
import type {DataProvider} from 'ra-core';
import {PAGE_SIZES} from '../../schema/lists/query.ts';
import type {Row} from './providers/dialects.ts';

const PAGE = Math.max(...PAGE_SIZES);

interface Pages {
  sort: {field: string; order: 'ASC' | 'DESC'};
  filter: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
  /** Rows after which no more are asked for. */
  most: number;
  /** Each time more have come: all of them, and how many there are. */
  onRows?: (rows: readonly Row[], total: number) => void;
}

/** @returns the rows in their order, at most `most`; rejects as the call does, after `onRows` has had those that came */
export const readPages = async (
  dataProvider: DataProvider, name: string, {sort, filter, signal, most, onRows}: Pages,
): Promise<readonly Row[]> => {
  let rows: Row[] = [];
  for (let page = 1, all = false; !all && rows.length < most; page += 1) {
    const {data, total = 0} = await dataProvider.getList<Row>(name, {pagination: {page, perPage: PAGE}, sort, filter, signal});
    all = data.length === 0 || page * PAGE >= total;
    rows = [...rows, ...data].slice(0, most);
    onRows?.(rows, total);
  }
  return rows;
};
