/** What the ticket calls answer, and the calls that belong to no resource of the config (§3, §7). */
import type {Endpoint} from '../../schema/config.ts';
import type {RecordFile} from '../../schema/wire.ts';
import type {TicketItem} from '../parts/template/items.ts';
import type {ActionRecord} from '../wire/verdict.ts';

/** The resource these screens are written for. */
export const TICKETS = 'tickets';

export const calls = {
  files: 'GET ticketsArquivo/:id',
  upload: 'POST ticketsArquivo/upload-arquivo',
  removeFile: 'DELETE ticketsArquivo/:id/:idUsuario',
  downloadFile: 'GET TicketsArquivo/baixar-arquivo/:id',
} as const satisfies Record<string, Endpoint>;

export interface Ticket extends ActionRecord {
  id: number;
  versao?: number;
  idEmpresa: number;
  idFilial: number;
  idModeloFormulario: number;
  idStatusTicket: number;
  descricao: string;
  nomeFilial: string;
  ticketFormularios?: TicketItem[];
  ticketArquivos?: RecordFile[];
}
