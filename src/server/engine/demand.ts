/** Whether somebody may do an action to a record now, and what is said to them where they may not. */
import {sql} from 'kysely';
import {entryOf, may, maySee} from '../../schema/access.ts';
import type {Asked} from '../../schema/conditions/asked.ts';
import {answerOf, askedThrough, reasonOf} from '../../schema/conditions/conditions.ts';
import type {Action, Config, Operation, Resource} from '../../schema/config/config.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {isReserved} from '../../schema/records/giving.ts';
import {consequencesBefore} from '../../schema/lifeCycle/consequences.ts';
import {attendantField} from '../../schema/statuses/people.ts';
import {isEnded, statusIdOf} from '../../schema/statuses/statuses.ts';
import {isAnswered, judge, judgeAccess, profilesOf, savingOf, standsIn} from '../../schema/lifeCycle/workflow.ts';
import {fill} from '../../schema/words/messages.ts';
import {USERS} from '../accounts/users.ts';
import type {Actor} from '../context.ts';
import {conditionPredicate, parentNotDeleted} from '../db/conditions/conditions.ts';
import {allOf, notDeleted} from '../db/conditions/rows.ts';
import {columnOf, linkTable, resourceOf, tableOf, titleOf} from '../db/names.ts';
import {conflict, forbidden, invalid} from '../errors.ts';
import {whoMoved} from '../history/entries.ts';
import type {HeldForSaving} from '../parts/part.ts';
import {missingColumn} from '../reach/incomplete.ts';
import {linkedWith} from '../reach/links.ts';
import {storedRow} from '../reach/storedRow.ts';
import {askedBy, conditionsOf, factsOf, whyRefused, type Standing} from './facts.ts';
import type {EngineContext} from './hooks.ts';

/** Who attends the record, where that is somebody else; `''` where nobody is known to. */
const attendantOf = async ({config, db, actor, resource, row}: Standing): Promise<string> => {
  const name = attendantField(resource) ?? '';
  const [field, id] = [resource.fields[name], row[name]];
  if (field === undefined || !maySee(field, actor.perfil) || typeof id !== 'number' || id === actor.id) return '';
  const {rows: [user]} = await sql<{nome: string | null}>`
    select ${titleOf(resourceOf(config, USERS), 'u')}::text as nome from ${sql.table(tableOf(USERS))} as u where u.id = ${id}`.execute(db);
  return user?.nome ?? '';
};

/** 'Ticket já está em Em-Atendimento, com Ana.', 'Ticket já está em Fila RPA, por Ana.': of a race, who won it. */
const standing = async (where: Standing): Promise<string> => {
  const {config, db, actor, name, resource, row} = where;
  const attendant = isEnded(resource, row) ? '' : await attendantOf(where);
  const who = attendant || await whoMoved(db, config, name, actor, row);
  const told = who === '' ? '' : `, ${attendant === '' ? 'por' : 'com'} ${who}`;
  return standsIn(resource, statusIdOf(resource, row)).replace(/\.$/, `${told}.`);
};

/**
 * Where no status decides, who may do an action is said by the profile alone, whatever the record.
 *
 * @throws Refusal 403
 */
export const demandProfile = (action: Action, {perfil}: Actor): void => {
  if (action.from === undefined && !profilesOf(action).includes(perfil)) throw forbidden();
};

/**
 * Goes on only if the caller may do the action to the record as it stands.
 *
 * @returns what it was judged by
 * @throws Refusal 403 for the profile or its condition, 400 CONFLITO for the status or a need, VALIDACAO with the items that are wrong
 */
export const demandAction = async (where: Standing, action: Action): Promise<Asked> => {
  const asked = await askedBy({...where, held: true}, [action]);
  const verdict = judge(action, asked, 'refuses');
  if (verdict.allowed) return asked;
  if (verdict.why === 'perfil') throw forbidden(verdict.reason);
  if (verdict.why === 'status') throw conflict(await standing(where));
  const {reason, errors} = await whyRefused(where, verdict);
  throw errors === undefined ? conflict(reason) : invalid(errors, reason);
};

/**
 * Goes on only if what an action asks meets its needs, of those that are met so.
 *
 * @param where the record with the answers
 * @throws Refusal CONFLITO with the reason of the need
 */
export const demandAnswered = ({resource, row, actor}: Standing, action: Action): void => {
  const asked = {resource, record: row, session: actor};
  const missing = action.needs?.find(need => isAnswered(resource, action, need) && answerOf(need, asked) !== true);
  if (missing !== undefined) throw conflict(reasonOf(resource, missing));
};

/**
 * Goes on only if the caller may make, save or delete the record as it is.
 *
 * @throws Refusal 403 with the reason of the condition
 */
export const demandAccess = async (where: Standing, operation: Operation): Promise<void> => {
  const {resource, row, actor} = where;
  const conditions = conditionsOf(resource.access[operation].filter(entry => entryOf(entry).perfil === actor.perfil));
  const facts = await factsOf({...where, held: true}, conditions);
  const verdict = judgeAccess(operation, {resource, record: row, session: actor, ...facts}, 'refuses');
  if (!verdict.allowed) throw forbidden(verdict.reason);
};

/**
 * Goes on only if the caller may save the record as it stands: its fields, its form, its files.
 *
 * @throws Refusal as {@link demandAction}; an end is left by nothing
 */
const demandSaving = async (where: Standing): Promise<void> => {
  const {resource, row, actor} = where;
  if (!may(resource, 'update', actor.perfil)) throw forbidden();
  const saving = savingOf(resource);
  if (saving !== undefined) return void await demandAction(where, saving[1]);
  await demandAccess(where, 'update');
  if (isEnded(resource, row)) throw conflict(await standing(where));
};

/**
 * The same of a record as it will be, where what changes names another record that a condition looks at.
 *
 * @throws Refusal as {@link demandSaving}
 */
export const demandMoving = async (where: Standing, changed: ReadonlySet<string>): Promise<void> => {
  const {resource, actor: {perfil}} = where;
  const [, {profiles = [], from = {}, needs = []} = {}] = savingOf(resource) ?? [];
  const entries = [...resource.access.update, ...profiles, ...Object.values(from).flat()].filter(entry => entryOf(entry).perfil === perfil);
  const isMoved = [...needs, ...conditionsOf(entries)]
    .some(one => askedThrough(resource, one).some(([reference]) => changed.has(reference)));
  if (isMoved) await demandSaving(where);
};

/**
 * A record that the transaction holds, for whoever may save it as it stands.
 *
 * @param check refuses before its status is asked
 * @throws Refusal 404 outside the scope, else as {@link demandSaving}
 */
export const heldForSaving = (context: EngineContext): HeldForSaving => async (trx, name, actor, id, check = () => {}) => {
  const {config, hooks} = context;
  const row = await storedRow(context, trx, name, actor, id, true, [missingColumn(name)]);
  check();
  await demandSaving({config, hooks, db: trx, actor, name, resource: resourceOf(config, name), row});
  return row;
};

/**
 * Goes on only if nothing hangs on the record for which this is not done to it, whoever reaches it.
 *
 * @param before an action, or `delete`
 * @throws Refusal CONFLITO with the declared sentence, which says how many there are
 */
export const refuseHanging = async (
  {config, db, actor, resource, row}: Omit<Standing, 'name' | 'hooks'>, before: string,
): Promise<void> => {
  for (const [, {of, by, where = [], one, many, refuses}] of consequencesBefore(resource, before)) {
    const counted = resourceOf(config, of);
    const rows = {config, name: of, resource: counted, actor, alias: 't'};
    const field = counted.fields[by];
    if (refuses === undefined || field === undefined) continue;
    const names = field.kind === 'vinculos'
      ? linkedWith(linkTable(of, by, field.to), 't', [row.id]) : sql<boolean>`${sql.ref(`t.${columnOf(by, field)}`)} = ${row.id}`;
    const hanging = [
      names, notDeleted(of, counted, 't'), parentNotDeleted(rows), ...where.map(condition => conditionPredicate(condition, rows)),
    ];
    const {rows: [{total} = {total: 0}]} = await sql<{total: number}>`
      select count(*)::integer as total from ${sql.table(tableOf(of))} as t where ${allOf(hanging)}`.execute(db);
    if (total > 0) throw conflict(fill(total === 1 ? one : many, {...row, total}));
  }
};

/** A record that holds a choice the caller may not give (an Adm, a robot) is not theirs to change. @throws Refusal 403 */
export const refuseReserved = (config: Config, resource: Resource, actor: Actor, current: Values): void => {
  if (isReserved(config, resource, current, actor.perfil)) throw forbidden();
};
