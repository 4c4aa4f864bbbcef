/** A ticket as the life cycle sees it: where it stands, and the facts its guards ask about. */
import {sql, type Transaction} from 'kysely';
import type {Asked} from '../../schema/conditions.ts';
import type {Action} from '../../schema/config.ts';
import type {Values} from '../../schema/validate.ts';
import type {ActionVerdict} from '../../schema/wire.ts';
import {judge} from '../../schema/workflow.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';
import {conflict, forbidden, invalid, notFound} from '../errors.ts';
import {scopePredicate} from '../resources/scope.ts';
import {itemErrors, ticketItems, type FormItem} from './form.ts';

export interface Ticket extends Values {
  id: number;
  idStatusTicket: number;
  idEmpresa: number;
  idFilial: number;
  idUsuario: number;
  idUsuarioAtendimento: number | null;
  workFlowNameRpa: string | null;
  versao: number;
}

const query = (context: Context, db: DbOrTrx, actor: Actor, id: number) =>
  db.selectFrom('tickets as t').innerJoin('modelos_formulario as m', 'm.id', 't.id_modelo_formulario')
    .select([
      't.id', 't.id_status_ticket as idStatusTicket', 't.id_empresa as idEmpresa', 't.id_filial as idFilial', 't.id_usuario as idUsuario',
      't.id_usuario_atendimento as idUsuarioAtendimento', 't.versao', sql<string | null>`m.work_flow_name_rpa`.as('workFlowNameRpa'),
    ])
    .where('t.id', '=', id).where(scopePredicate(context, 'tickets', actor, 't'));

/**
 * A ticket within the caller's scope.
 *
 * @throws Refusal 404 when there is none
 */
export const ticketOf = async (context: Context, db: DbOrTrx, actor: Actor, id: number): Promise<Ticket> => {
  const ticket = await query(context, db, actor, id).executeTakeFirst();
  if (ticket === undefined) throw notFound();
  return ticket;
};

/** The same, held until the transaction ends: whoever moves it at once waits, and then sees where it stands by now. */
export const lockTicket = async (context: Context, trx: Transaction<Tables>, actor: Actor, id: number): Promise<Ticket> => {
  const ticket = await query(context, trx, actor, id).forUpdate('t').executeTakeFirst();
  if (ticket === undefined) throw notFound();
  return ticket;
};

const askedOf = (context: Context, actor: Actor, ticket: Ticket, items: readonly FormItem[]): Asked => ({
  resource: resourceOf(context.config, 'tickets'), record: ticket, session: actor,
  known: {itensValidos: itemErrors(context.config, items).length === 0},
});

/** Every action of the config, and whether the caller may do it to this ticket now (decisions §3). */
export const verdictsOn = (context: Context, actor: Actor, ticket: Ticket, items: readonly FormItem[]): ActionVerdict[] => {
  const asked = askedOf(context, actor, ticket, items);
  return Object.entries(asked.resource.actions ?? {}).map(([acao, action]) => {
    const verdict = judge(action, asked, 'refuses');
    return {acao, permitida: verdict.allowed, motivo: verdict.allowed ? '' : verdict.reason};
  });
};

/**
 * Goes on only if the caller may do the action to the ticket as it stands.
 *
 * @throws Refusal 403 for the profile, 400 CONFLITO for the status, 400 VALIDACAO for a missing condition
 */
export const demand = async (context: Context, db: DbOrTrx, actor: Actor, ticket: Ticket, action: Action): Promise<{asked: Asked; items: FormItem[]}> => {
  const items = await ticketItems(db, ticket.id);
  const asked = askedOf(context, actor, ticket, items);
  const verdict = judge(action, asked, 'refuses');
  if (verdict.allowed) return {asked, items};
  if (verdict.why === 'perfil') throw forbidden(verdict.reason);
  if (verdict.why === 'status') throw conflict(verdict.reason);
  throw invalid(verdict.condition === 'itensValidos' ? itemErrors(context.config, items) : [], verdict.reason);
};
