import type {DataProvider} from 'ra-core';
import {PAGE_SIZES} from '../../schema/lists/listRequest.ts';
import type {Row} from './providers/listDialects.ts';

const PAGE_ROWS = Math.max(...PAGE_SIZES);

interface Pages {
  sort: {field: string; order: 'ASC' | 'DESC'};
  filter: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
  maxRows: number;
  onRows?: (rows: readonly Row[], total: number) => void;
}

/** @returns at most `most` rows in their order; rejects where a page fails */
export const readPages = async (
  dataProvider: DataProvider, name: string, {sort, filter, signal, maxRows, onRows}: Pages,
): Promise<readonly Row[]> => {
  let rows: Row[] = [];
  for (let page = 1, isComplete = false; !isComplete && rows.length < maxRows; page += 1) {
    const {data, total = 0} = await dataProvider.getList<Row>(name, {pagination: {page, perPage: PAGE_ROWS}, sort, filter, signal});
    isComplete = data.length === 0 || page * PAGE_ROWS >= total;
    rows = [...rows, ...data].slice(0, maxRows);
    onRows?.(rows, total);
  }
  return rows;
};
