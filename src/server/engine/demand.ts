/** Checks whether the caller may act on, save or delete a record, with the refusal's message. */
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

/** Name of the person attending the record; `''`: the caller, nobody, or not visible. */
const attendantName = async ({config, db, actor, resource, row}: Standing): Promise<string> => {
  const name = attendantField(resource) ?? '';
  const [field, id] = [resource.fields[name], row[name]];
  if (field === undefined || !maySee(field, actor.perfil) || typeof id !== 'number' || id === actor.id) return '';
  const {rows: [user]} = await sql<{nome: string | null}>`
    select ${titleOf(resourceOf(config, USERS), 'u')}::text as nome from ${sql.table(tableOf(USERS))} as u where u.id = ${id}`.execute(db);
  return user?.nome ?? '';
};

/** 'Ticket já está em Em-Atendimento, com Ana.', 'Ticket já está em Fila RPA, por Ana.': names the winner of a race. */
const statusConflictMessage = async (context: Standing): Promise<string> => {
  const {config, db, actor, name, resource, row} = context;
  const attendant = isEnded(resource, row) ? '' : await attendantName(context);
  const personName = attendant || await whoMoved(db, config, name, actor, row);
  const suffix = personName === '' ? '' : `, ${attendant === '' ? 'por' : 'com'} ${personName}`;
  return standsIn(resource, statusIdOf(resource, row)).replace(/\.$/, `${suffix}.`);
};

/**
 * Checks the caller's profile for an action that no status limits.
 *
 * @throws Refusal 403
 */
export const demandProfile = (action: Action, {perfil}: Actor): void => {
  if (action.from === undefined && !profilesOf(action).includes(perfil)) throw forbidden();
};

/**
 * Checks that the caller may run the action on the record.
 *
 * @returns the context that the action was judged by
 * @throws Refusal 403 for the profile or its condition, 400 CONFLITO for the status or a need, VALIDACAO with the items that are wrong
 */
export const demandAction = async (context: Standing, action: Action): Promise<Asked> => {
  const conditionContext = await askedBy({...context, held: true}, [action]);
  const verdict = judge(action, conditionContext, 'refuses');
  if (verdict.allowed) return conditionContext;
  if (verdict.why === 'perfil') throw forbidden(verdict.reason);
  if (verdict.why === 'status') throw conflict(await statusConflictMessage(context));
  const {reason, errors} = await whyRefused(context, verdict);
  throw errors === undefined ? conflict(reason) : invalid(errors, reason);
};

/**
 * Checks the needs that only the action's answers can meet.
 *
 * @param context the record with the answers
 * @throws Refusal CONFLITO with the reason of the need
 */
export const demandAnswered = ({resource, row, actor}: Standing, action: Action): void => {
  const conditionContext = {resource, record: row, session: actor};
  const unmetNeed = action.needs?.find(need => isAnswered(resource, action, need) && answerOf(need, conditionContext) !== true);
  if (unmetNeed !== undefined) throw conflict(reasonOf(resource, unmetNeed));
};

/**
 * Checks that the caller may create, save or delete the record.
 *
 * @throws Refusal 403 with the reason of the condition
 */
export const demandAccess = async (context: Standing, operation: Operation): Promise<void> => {
  const {resource, row, actor} = context;
  const conditions = conditionsOf(resource.access[operation].filter(entry => entryOf(entry).perfil === actor.perfil));
  const facts = await factsOf({...context, held: true}, conditions);
  const verdict = judgeAccess(operation, {resource, record: row, session: actor, ...facts}, 'refuses');
  if (!verdict.allowed) throw forbidden(verdict.reason);
};

/**
 * Checks that the caller may save the record in its status.
 *
 * @throws Refusal as {@link checkActionAllowed}; CONFLITO in an end status
 */
const checkSaving = async (context: Standing): Promise<void> => {
  const {resource, row, actor} = context;
  if (!may(resource, 'update', actor.perfil)) throw forbidden();
  const saving = savingOf(resource);
  if (saving !== undefined) return void await demandAction(context, saving[1]);
  await demandAccess(context, 'update');
  if (isEnded(resource, row)) throw conflict(await statusConflictMessage(context));
};

/**
 * Repeats {@link checkSaving} on the changed record where a changed reference decides a condition.
 *
 * @throws Refusal as {@link checkSaving}
 */
export const demandMoving = async (context: Standing, changed: ReadonlySet<string>): Promise<void> => {
  const {resource, actor: {perfil}} = context;
  const [, {profiles = [], from = {}, needs = []} = {}] = savingOf(resource) ?? [];
  const entries = [...resource.access.update, ...profiles, ...Object.values(from).flat()].filter(entry => entryOf(entry).perfil === perfil);
  const affectsConditions = [...needs, ...conditionsOf(entries)]
    .some(condition => askedThrough(resource, condition).some(([reference]) => changed.has(reference)));
  if (affectsConditions) await checkSaving(context);
};

/**
 * Locks the record and checks that the caller may save it.
 *
 * @param check runs before the status is checked, and may refuse
 * @throws Refusal 404 outside the scope, else as {@link checkSaving}
 */
export const heldForSaving = (context: EngineContext): HeldForSaving => async (trx, name, actor, id, check = () => {}) => {
  const {config, hooks} = context;
  const row = await storedRow(context, trx, name, actor, id, true, [missingColumn(name)]);
  check();
  await checkSaving({config, hooks, db: trx, actor, name, resource: resourceOf(config, name), row});
  return row;
};

/**
 * Refuses while dependent records exist that a declared consequence protects, in any scope.
 *
 * @param before an action, or `delete`
 * @throws Refusal CONFLITO with the declared sentence, which says how many there are
 */
export const refuseHanging = async (
  {config, db, actor, resource, row}: Omit<Standing, 'name' | 'hooks'>, before: string,
): Promise<void> => {
  for (const [, {of, by, where = [], one, many, refuses}] of consequencesBefore(resource, before)) {
    const dependent = resourceOf(config, of);
    const rows = {config, name: of, resource: dependent, actor, alias: 't'};
    const field = dependent.fields[by];
    if (refuses === undefined || field === undefined) continue;
    const referencesRecord = field.kind === 'vinculos'
      ? linkedWith(linkTable(of, by, field.to), 't', [row.id]) : sql<boolean>`${sql.ref(`t.${columnOf(by, field)}`)} = ${row.id}`;
    const predicates = [
      referencesRecord, notDeleted(of, dependent, 't'), parentNotDeleted(rows),
      ...where.map(condition => conditionPredicate(condition, rows)),
    ];
    const {rows: [{total} = {total: 0}]} = await sql<{total: number}>`
      select count(*)::integer as total from ${sql.table(tableOf(of))} as t where ${allOf(predicates)}`.execute(db);
    if (total > 0) throw conflict(fill(total === 1 ? one : many, {...row, total}));
  }
};

/** Refuses a record whose current choice the caller's profile may not give (an Adm, a robot). @throws Refusal 403 */
export const refuseReserved = (config: Config, resource: Resource, actor: Actor, current: Values): void => {
  if (isReserved(config, resource, current, actor.perfil)) throw forbidden();
};
