/** The records that hang on one, read by their own list: those that the server counted. */
import {useQuery} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import type {Resource} from '../../../schema/config/config.ts';
import {statusByKey} from '../../../schema/lifeCycle/statuses.ts';
import {leaves} from '../../../schema/lifeCycle/workflow.ts';
import {useResource} from '../../session/context.ts';
import {readPages} from '../../wire/pages.ts';
import {declaredSort, type Row} from '../../wire/providers/dialects.ts';

export interface Hanging {
  /** The resource they are of, and its field that names the record. */
  of: string;
  by: string;
  /** The record they hang on. */
  id: number | string;
  /** Which were counted. */
  ids: readonly number[];
  /** What is offered for them: names of actions. */
  offers: readonly string[];
}

/** The statuses out of which any of these actions leads; undefined: they do not look at it. */
const statusesOf = (resource: Resource, offers: readonly string[]): unknown[] | undefined => {
  const actions = offers.flatMap(name => resource.actions?.[name] ?? []);
  if (resource.status === undefined || actions.some(({from}) => from === undefined)) return undefined;
  const keys = new Set(actions.flatMap(action => leaves(resource, action)));
  return [...keys].map(key => statusByKey(resource, key)?.id);
};

/** Nothing until they are here: nobody is kept from going on. */
export const useHanging = ({of, by, id, ids, offers}: Hanging): readonly Row[] => {
  const resource = useResource(of);
  const dataProvider = useDataProvider();
  const {data = []} = useQuery({
    // Not below the resource's: what is done to them is reported, and asks for none of them again.
    queryKey: ['pendurados', of, by, id, ids],
    staleTime: Infinity,
    gcTime: 0,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const wanted = new Set(ids);
      const statuses = statusesOf(resource, offers);
      const asked = statuses === undefined || resource.status === undefined
        ? [{[by]: id}] : statuses.map(status => ({[by]: id, [resource.status ?? '']: status}));
      const rows: Row[] = [];
      for (const filter of asked) {
        rows.push(...await readPages(dataProvider, of, {sort: declaredSort(resource), filter, signal, most: Infinity}));
      }
      return rows.filter(row => wanted.has(row.id));
    },
  });
  return data;
};
