/** Actions declared in the config (ativar, inativar …) on resources that have no life cycle of their own code. */
import {sql} from 'kysely';
import type {Action} from '../../schema/config.ts';
import type {Asked, Known} from '../../schema/conditions.ts';
import {validateValue, type Values} from '../../schema/validate.ts';
import {statusByKey} from '../../schema/statuses.ts';
import type {FieldError} from '../../schema/wire.ts';
import {judge, profilesOf, targetOf} from '../../schema/workflow.ts';
import type {Actor, Context} from '../context.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {changeRecord} from '../db/turns.ts';
import {conflict, forbidden, invalid} from '../errors.ts';
import {writeHistory} from '../history/write.ts';
import {inviteAgain} from '../passwordLinks/invite.ts';
import {COMPANIES, USERS} from '../sessions/users.ts';
import {isLastAdm} from './lastAdm.ts';
import type {StoredRow} from './present.ts';
import {refuseProtected} from './protected.ts';
import {storedRow} from './read.ts';
import {refuseStale} from './version.ts';

/** What the record alone does not tell, as far as the action asks for it. */
const knownOf = async (context: Context, trx: DbOrTrx, name: string, action: Action, row: StoredRow): Promise<Known> =>
  name === USERS && action.needs?.includes('naoUltimoAdm') === true ? {ultimoAdm: await isLastAdm(trx, context.config, row.id)} : {};

/** The values a record takes: those declared, and the status entered. */
const valuesOf = (action: Action, actor: Actor, asked: Asked): Record<string, unknown> => {
  const {resource} = asked;
  const sets = Object.entries(action.sets ?? {}).map(([field, value]) => [field, value === 'session.id' ? actor.id : value]);
  const target = targetOf(action, asked);
  const status = resource.status === undefined || target === undefined ? [] : [[resource.status, statusByKey(resource, target)?.id]];
  return Object.fromEntries([...sets, ...status]) as Record<string, unknown>;
};

const askedErrors = (action: Action, body: Values): FieldError[] =>
  Object.entries(action.asks ?? {}).flatMap(([campo, field]) => {
    const mensagem = validateValue(field, body[campo], field.required === true);
    return mensagem === undefined ? [] : [{campo, mensagem}];
  });

/**
 * Does an action to a record. Doing it again when it is done already changes nothing and succeeds.
 *
 * @throws Refusal 403 for a profile that never may; 404 outside the scope; 400 for a condition or status that forbids it,
 *   a missing reason, or a stale version
 */
export const doAction = async (
  context: Context, name: string, actionName: string, action: Action, actor: Actor, id: number, body: Values, sent: unknown,
): Promise<void> => {
  const resource = resourceOf(context.config, name);
  if (!profilesOf(action).includes(actor.perfil)) throw forbidden();
  await changeRecord(context.db, name, id, async trx => {
    const current = await storedRow(context, trx, name, actor, id, true);
    refuseStale(current.versao, sent);
    const judged: Asked = {resource, record: current, session: actor, known: await knownOf(context, trx, name, action, current)};
    const verdict = judge(action, judged, 'refuses');
    // What is sent to a person is as much as changing them.
    if (action.sends !== undefined) refuseProtected(resource, actor, current);
    if (!verdict.allowed) throw verdict.why === 'perfil' ? forbidden(verdict.reason) : conflict(verdict.reason);
    const errors = askedErrors(action, body);
    if (errors.length > 0) throw invalid(errors);

    const changed = Object.entries(valuesOf(action, actor, judged)).filter(([field, value]) => current[field] !== value);
    if (action.sends === 'convite') {
      await inviteAgain(trx, context.config, id);
      await writeHistory(trx, {recurso: name, id, actor, acao: actionName});
    }
    if (changed.length === 0) return;
    const assignments = changed.flatMap(([field, value]) => {
      const declared = resource.fields[field];
      return declared === undefined ? [] : [sql`${sql.ref(columnOf(field, declared))} = ${value}`];
    });
    // Who was deactivated signs in anew after being activated again; what changes no access ends no session.
    const changesAccess = changed.some(([field]) => field === resource.toggle?.field);
    if (name === USERS && changesAccess) assignments.push(sql`token_versao = token_versao + 1`);
    await sql`update ${sql.table(tableOf(name, resource))} set ${sql.join([...assignments, sql`versao = versao + 1`])} where id = ${id}`.execute(trx);
    // Nor does a company's activation bring back the sessions that its deactivation ended.
    if (name === COMPANIES && changesAccess) await sql`update usuarios set token_versao = token_versao + 1 where id_empresa = ${id}`.execute(trx);
    const asked = Object.fromEntries(Object.keys(action.asks ?? {}).map(field => [field, body[field] ?? null]));
    await writeHistory(trx, {
      recurso: name, id, actor, acao: actionName,
      antes: Object.fromEntries(changed.map(([field]) => [field, current[field] ?? null])),
      depois: {...Object.fromEntries(changed), ...asked},
    });
  });
  if (action.sends !== undefined) context.mail.ring();
};
