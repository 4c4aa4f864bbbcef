/** A ticket's files as their own call answers them (§7); what the ticket itself carries until then, and where that call fails. */
import {useQuery} from '@tanstack/react-query';
import {request} from '../wire/http.ts';
import {TICKETS, calls, type TicketFile} from './ticket.ts';

/** @returns undefined while neither is there */
export const useStoredFiles = (id: number, carried: readonly TicketFile[] | undefined): readonly TicketFile[] | undefined => {
  const {data} = useQuery({
    queryKey: [TICKETS, 'arquivos', id],
    retry: false,
    queryFn: async ({signal}) => {
      const {body} = await request<unknown>(calls.files, {params: {id}, signal});
      return Array.isArray(body) ? body as TicketFile[] : null;
    },
  });
  return data ?? carried;
};
