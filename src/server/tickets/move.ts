/** Every action that moves a ticket, done as the config declares it (§4, decisions §3). */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Asked} from '../../schema/conditions.ts';
import type {Action, Resource} from '../../schema/config.ts';
import {ruleOf} from '../../schema/kinds.ts';
import {validateValue, type Values} from '../../schema/validate.ts';
import {statusById, statusByKey, type Status} from '../../schema/statuses.ts';
import type {FieldError} from '../../schema/wire.ts';
import {standsIn, targetOf} from '../../schema/workflow.ts';
import type {Answer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, snake} from '../db/names.ts';
import type {Tables} from '../db/tables.ts';
import {conflict, invalid} from '../errors.ts';
import {asComment} from '../history/steps.ts';
import {writeHistory} from '../history/write.ts';
import {refuseStale} from '../resources/version.ts';
import {addFiles, typedFiles} from './attachments.ts';
import {demand, lockTicket, type Ticket} from './state.ts';

/** What an action's dialog asks, in bare form. */
const askedValues = (action: Action, data: Values): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, field] of Object.entries(action.asks ?? {})) {
    const mensagem = validateValue(field, data[name], field.required === true);
    if (mensagem === undefined) values[name] = ruleOf(field).bare(data[name], field);
    else errors.push({campo: name, mensagem});
  }
  if (errors.length > 0) throw invalid(errors);
  return values;
};

/** Columns the move writes: what the action sets, and what its dialog asked for a field of the ticket. */
const assignments = (resource: Resource, {action, asked}: Move, actor: Actor, target: Status | undefined): RawBuilder<unknown> => {
  const values = {
    ...Object.fromEntries(Object.entries(asked).filter(([name]) => resource.fields[name] !== undefined)),
    ...Object.fromEntries(Object.entries(action.sets ?? {}).map(([name, value]) => [name, value === 'session.id' ? actor.id : value])),
  };
  return sql.join([
    sql`versao = versao + 1`,
    ...(target === undefined ? [] : [sql`id_status_ticket = ${target.id}`]),
    ...(target?.stamps === undefined ? [] : [sql`${sql.ref(snake(target.stamps))} = now()`]),
    ...Object.entries(values).map(([name, value]) => sql`${sql.ref(snake(name))} = ${value}`),
  ]);
};

interface Move {
  name: string;
  action: Action;
  ticket: Ticket;
  judged: Asked;
  asked: Readonly<Record<string, unknown>>;
}

/** Writes the move and its history row; answers `{id, idStatusTicket, descricaoStatus, versao}`. */
const write = async (context: Context, trx: Transaction<Tables>, actor: Actor, move: Move): Promise<Answer['body']> => {
  const {name, action, ticket, judged, asked: {comentario}} = move;
  const resource = resourceOf(context.config, 'tickets');
  const target = statusByKey(resource, targetOf(action, judged) ?? '');
  const idStatus = Number(target?.id ?? ticket.idStatusTicket);
  const {rows: [moved]} = await sql<{versao: number}>`
    update tickets set ${assignments(resource, move, actor, target)}
    where id = ${ticket.id} and id_status_ticket = ${ticket.idStatusTicket} returning versao`.execute(trx);
  const descricaoStatus = statusById(resource, idStatus)?.name ?? '';
  if (moved === undefined) throw conflict(standsIn(resource, idStatus));
  await writeHistory(trx, {
    recurso: 'tickets', id: ticket.id, actor, acao: name, de: ticket.idStatusTicket, para: idStatus,
    comentario: typeof comentario === 'string' ? comentario : asComment(action.success),
  });
  return {id: ticket.id, idStatusTicket: idStatus, descricaoStatus, versao: moved.versao};
};

/**
 * Does a declared action to a ticket in one transaction that holds the ticket, so that of many at once exactly one
 * finds it in the status it wants to leave.
 *
 * @param name the action's name in the config
 * @param versao the version the caller saw; undefined where they do not say
 * @throws Refusal 404 outside the scope, 403 for the profile, 400 for status, condition, reason, version or files
 */
export const moveTicket = async (
  context: Context, trx: Transaction<Tables>, actor: Actor, name: string, id: number, submission: Submission, versao: unknown,
): Promise<Answer> => {
  const action = resourceOf(context.config, 'tickets').actions?.[name];
  if (action === undefined) throw new TypeError(`Unknown action: ${name}`);
  const ticket = await lockTicket(context, trx, actor, id);
  const {asked: judged} = await demand(context, trx, actor, ticket, action);
  refuseStale(ticket.versao, versao);
  const asked = askedValues(action, submission.data);
  if (submission.files.length > 0 && action.files === undefined) throw invalid([{campo: 'files', mensagem: 'Esta ação não recebe arquivos.'}]);
  await addFiles(context, trx, actor, id, typedFiles(context.config, submission.files, submission.tipos));
  return {status: 200, body: await write(context, trx, actor, {name, action, ticket, judged, asked})};
};
