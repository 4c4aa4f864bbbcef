/** What the ticket calls answer, and the calls that belong to no resource of the config (§3, §7). */
import type {Endpoint} from '../../schema/config.ts';
import type {Item} from '../../schema/items.ts';
import type {ActionRecord} from '../actions/verdict.ts';

/** The resource these screens are written for. */
export const TICKETS = 'tickets';
export const TEMPLATE_ITEMS = 'modelosFormularioItem';

export const calls = {
  upload: 'POST ticketsArquivo/upload-arquivo',
  removeFile: 'DELETE ticketsArquivo/:id/:idUsuario',
  downloadFile: 'GET TicketsArquivo/baixar-arquivo/:id',
} as const satisfies Record<string, Endpoint>;

/** An item of the template, or its frozen copy on a ticket. */
export interface TicketItem extends Item {
  id: number;
  valor?: string;
  /** What a robot found wrong with the value (decisions §4). */
  aviso?: string | null;
}

export interface TicketFile {
  id: number;
  nomeArquivo: string;
  dataCriacao: string;
  tipo: string;
  origem: string;
}

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
  ticketArquivos?: TicketFile[];
}
