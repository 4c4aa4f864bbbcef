/** A record's files as their own call answers them; what the record itself carries until then, and where that call fails. */
import {useQuery} from '@tanstack/react-query';
import {filesKey} from '../../../schema/parts.ts';
import type {Values} from '../../../schema/fields/validate.ts';
import type {RecordFile} from '../../../schema/wire.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {filesQuery, MOMENT} from '../../wire/known.ts';
import {useFileCalls} from './calls.ts';

/** @returns undefined while neither is there */
export const useStoredFiles = (name: string, id: number, record: Values | undefined): readonly RecordFile[] | undefined => {
  const resource = useResource(name);
  const calls = useFileCalls(name);
  const {data} = useQuery({
    queryKey: filesQuery(name, id), retry: false, staleTime: MOMENT, queryFn: ({signal}) => calls.list(id, signal),
  });
  return data ?? record?.[filesKey(resource)] as readonly RecordFile[] | undefined;
};
