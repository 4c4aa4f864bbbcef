/** A record as the server has it now. */
import {useQuery} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import {apiOf} from '../../../schema/paths.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import {STORED} from '../../wire/useLiveRecord.ts';

export interface Stored {
  /** undefined: still coming. */
  record: Row | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * @param mine the record as it was loaded
 * @param by the reference to a parent under which it is found, where it cannot be asked for alone
 */
export const useStored = (name: string, mine: Row, by: string | undefined): Stored => {
  const {one} = apiOf(name, useResource(name));
  const dataProvider = useDataProvider();
  const {data, isError, refetch} = useQuery({
    queryKey: [name, STORED, mine.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({signal}): Promise<Row> => {
      if (one !== undefined || by === undefined) return (await dataProvider.getOne<Row>(name, {id: mine.id, signal})).data;
      const parent: unknown = mine[by];
      const {data: rows} = await dataProvider.getList<Row>(name, {filter: {[by]: parent}, meta: {all: true}, signal});
      const found = rows.find(row => row.id === mine.id);
      if (found === undefined) throw new Error('the record is gone');
      return found;
    },
  });
  return {record: data, failed: isError && data === undefined, retry: () => void refetch()};
};
