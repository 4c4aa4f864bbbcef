/** The rows a list shows: a load that failed keeps those that were there. */
import {useState} from 'react';
import {useListContext} from 'ra-core';
import {rangeMistakes} from '../../schema/lists/query.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {useResource} from '../session/ConfigContext.tsx';
import type {Row} from '../wire/providers/dialects.ts';

export interface KeptRows {
  /** undefined: still coming, or not to be had. */
  rows: readonly Row[] | undefined;
  /** Whether a load failed and they are those of before: of the same list, or of another. */
  kept: 'same' | 'other' | undefined;
  /** Of all pages. */
  total: number;
}

export const useKeptRows = (name: string): KeptRows => {
  const resource = useResource(name);
  const list = useListContext<Row>();
  const {data, total = 0, error, isPending} = list;
  const [before, setBefore] = useState<{data: readonly Row[]; total: number}>();
  if (data !== undefined && (before?.data !== data || before.total !== total)) setBefore({data, total});
  if (!error) return {rows: isPending ? undefined : data, kept: undefined, total};
  // Not asked for at all: the address names days or numbers that are none.
  if (rangeMistakes(resource, list.filterValues as Values).length > 0) return {rows: undefined, kept: undefined, total};
  if (data !== undefined) return {rows: data, kept: 'same', total};
  return {rows: before?.data, kept: before && 'other', total: before?.total ?? 0};
};
