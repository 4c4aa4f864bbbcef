/** A ticket's files as their own call answers them (§7); what the ticket itself carries until then, and where that call fails. */
import {useQuery} from '@tanstack/react-query';
import type {RecordFile} from '../../schema/wire.ts';
import {request} from '../wire/http.ts';
import {TICKETS, calls} from './ticket.ts';

/** @returns undefined while neither is there */
export const useStoredFiles = (id: number, carried: readonly RecordFile[] | undefined): readonly RecordFile[] | undefined => {
  const {data} = useQuery({
    queryKey: [TICKETS, 'arquivos', id],
    retry: false,
    queryFn: async ({signal}) => {
      const {body} = await request<unknown>(calls.files, {params: {id}, signal});
      return Array.isArray(body) ? body as RecordFile[] : null;
    },
  });
  return data ?? carried;
};
