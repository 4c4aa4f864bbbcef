/** What happened to a ticket: one row for each step, written in the step's own transaction and never changed. */
import {sql, type Transaction} from 'kysely';
import type {Config} from '../../schema/config.ts';
import {statusById} from '../../schema/statuses.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';

/** Steps that are no action of the config, as the history names them. */
export const OPENED = 'abrir';
export const FILE_ADDED = 'anexar';
export const FILE_HIDDEN = 'excluirArquivo';

export interface Step {
  idTicket: number;
  idUsuario: number;
  /** An action of the config, or one of the three above. */
  acao: string;
  /** Status ids; null where the status stays. */
  de: number | null;
  para: number | null;
  comentario: string;
}

export const writeStep = async (trx: Transaction<Tables>, step: Step): Promise<void> => {
  await trx.insertInto('tickets_historico').values({
    id_ticket: step.idTicket, id_usuario: step.idUsuario, acao: step.acao,
    de_status: step.de, para_status: step.para, comentario: step.comentario,
  }).execute();
};

/** A success message as the history tells it: 'Ticket Aprovado!' becomes 'Ticket Aprovado'. */
export const asComment = (success: string): string => success.replace(/!$/, '');

const labelOf = (config: Config, acao: string): string => {
  const tickets = resourceOf(config, 'tickets');
  const words: Record<string, string | undefined> = {
    [OPENED]: tickets.list.createLabel, [FILE_ADDED]: 'Adicionar Arquivo', [FILE_HIDDEN]: 'Excluir Arquivo',
  };
  return tickets.actions?.[acao]?.label ?? words[acao] ?? acao;
};

export interface HistoryEntry {
  comentario: string;
  dataCriacao: string;
  nomeUsuario: string;
  acao: string;
  deStatus: string;
  paraStatus: string;
}

/** GET ticketsHistorico/{id} (§7), newest first; `acao`, `deStatus` and `paraStatus` are ours, as words. */
export const historyOf = async (config: Config, db: DbOrTrx, idTicket: number): Promise<HistoryEntry[]> => {
  const tickets = resourceOf(config, 'tickets');
  const nameOf = (id: number | null): string => statusById(tickets, id)?.name ?? '';
  const rows = await db.selectFrom('tickets_historico as h').innerJoin('usuarios as u', 'u.id', 'h.id_usuario')
    .select(['h.comentario', 'h.data_criacao', 'h.acao', 'h.de_status', 'h.para_status', sql<string>`coalesce(u.nome, '')`.as('nome')])
    .where('h.id_ticket', '=', idTicket).orderBy('h.id', 'desc').execute();
  return rows.map(row => ({
    comentario: row.comentario,
    dataCriacao: row.data_criacao.toISOString(),
    nomeUsuario: row.nome,
    acao: labelOf(config, row.acao),
    deStatus: nameOf(row.de_status),
    paraStatus: nameOf(row.para_status),
  }));
};
