/** Checks whether the caller may act on, save or delete a record, with the refusal's message. */
import {sql} from 'kysely';
import {parseAccessEntry, mayAccess, maySee} from '../../schema/access.ts';
import type {ConditionContext} from '../../schema/conditions/context.ts';
import {evaluateCondition, listConditionsOnReferences, listReadFields, conditionReason} from '../../schema/conditions/evaluate.ts';
import type {Action, Config, Operation, Resource} from '../../schema/shapes/config.ts';
import {referencedValueOf, storedFieldOf} from '../../schema/fields/relatedFields.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {hasReservedChoice} from '../../schema/records/profileGrants.ts';
import {consequencesBefore} from '../../schema/lifeCycle/consequences.ts';
import {attendantField} from '../../schema/statuses/people.ts';
import {isInFinalStatus, statusIdOf} from '../../schema/statuses/statuses.ts';
import {
  isMetByAnswers, evaluateAction, evaluateAccess, profilesOfAction, findSavingAction, alreadyInStatusMessage,
} from '../../schema/lifeCycle/workflow.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {USERS} from '../accounts/accounts.ts';
import {SYSTEM_USER_ID, type Actor} from '../context.ts';
import {conditionPredicate, parentNotDeleted} from '../db/conditions/conditionPredicates.ts';
import {andPredicates, namesRecordPredicate, notDeleted} from '../db/conditions/fieldPredicates.ts';
import {linkTable, resourceOf, tableOf} from '../db/sqlNames.ts';
import {titleText} from '../db/titleText.ts';
import {conflict, forbidden, invalid} from '../errors.ts';
import {lastStatusAuthor} from '../history/entries.ts';
import type {LockForUpdate} from '../parts/part.ts';
import {missingFieldsColumn} from '../rowScope/incomplete.ts';
import {linkedPredicate} from '../rowScope/links.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {readConditionContext, entryConditions, lookUpFacts, explainRefusal, type RecordContext} from './conditionFacts.ts';
import {withRelatedValues} from './fieldRules.ts';
import type {EngineContext} from './hooks.ts';

/** Name of the person attending the record; `''`: the caller, nobody, or not visible. */
const attendantName = async ({config, db, actor, resource, row}: RecordContext): Promise<string> => {
  const name = attendantField(resource) ?? '';
  const [field, id] = [resource.fields[name], row[name]];
  if (field === undefined || !maySee(field, actor.perfil) || typeof id !== 'number' || id === actor.id) return '';
  const {rows: [user]} = await sql<{nome: string | null}>`
    select ${titleText(config, resourceOf(config, USERS), 'u')} as nome from ${sql.table(tableOf(USERS))} as u
      where u.id = ${id}`.execute(db);
  return user?.nome ?? '';
};

/** 'Ticket já está em Em-Atendimento, com Ana.', 'Ticket já está em Fila RPA, por Ana.': names the winner of a race. */
const statusConflictMessage = async (context: RecordContext): Promise<string> => {
  const {config, db, actor, name, resource, row} = context;
  const status = alreadyInStatusMessage(resource, statusIdOf(resource, row));
  // The sentence reaches the caller of own code, who may not read that history.
  if (actor.id === SYSTEM_USER_ID) return status;
  const attendant = isInFinalStatus(resource, row) ? '' : await attendantName(context);
  const personName = attendant || await lastStatusAuthor(db, config, name, actor, row);
  const suffix = personName === '' ? '' : `, ${attendant === '' ? 'por' : 'com'} ${personName}`;
  return status.replace(/\.$/, `${suffix}.`);
};

/**
 * Checks the caller's profile for an action that no status limits.
 *
 * @throws Refusal 403
 */
export const checkActionProfile = (action: Action, {perfil}: Actor): void => {
  if (action.from === undefined && !profilesOfAction(action).includes(perfil)) throw forbidden();
};

/**
 * Checks that the caller may run the action on the record.
 *
 * @returns the context that the action was judged by
 * @throws Refusal 403 for the profile or its condition, 400 CONFLITO for the status or a need, VALIDACAO with the items that are wrong
 */
export const checkActionAllowed = async (context: RecordContext, action: Action): Promise<ConditionContext> => {
  const conditionContext = await readConditionContext({...context, locksReferenced: true}, [action]);
  const verdict = evaluateAction(action, conditionContext, 'refuses');
  if (verdict.allowed) return conditionContext;
  if (verdict.why === 'perfil') throw forbidden(verdict.reason);
  if (verdict.why === 'status') throw conflict(await statusConflictMessage(context));
  const {reason, errors} = await explainRefusal(context, verdict);
  throw errors === undefined ? conflict(reason) : invalid(errors, reason);
};

/**
 * Checks the needs that only the action's answers can meet.
 *
 * @param context the record with the answers
 * @throws Refusal CONFLITO with the reason of the need
 */
export const checkAnsweredNeeds = ({resource, row, actor}: RecordContext, action: Action): void => {
  const conditionContext = {resource, record: row, session: actor};
  const unmetNeed = action.needs?.find(
    need => isMetByAnswers(resource, action, need) && evaluateCondition(need, conditionContext) !== true
  );
  if (unmetNeed !== undefined) throw conflict(conditionReason(resource, unmetNeed));
};

/**
 * Checks that the caller may create, save or delete the record.
 *
 * @throws Refusal 403 with the reason of the condition
 */
export const checkOperationAllowed = async (context: RecordContext, operation: Operation): Promise<void> => {
  const {resource, row, actor} = context;
  const conditions = entryConditions(resource.access[operation].filter(entry => parseAccessEntry(entry).perfil === actor.perfil));
  const facts = await lookUpFacts({...context, locksReferenced: true}, conditions);
  const verdict = evaluateAccess(operation, {resource, record: row, session: actor, ...facts}, 'refuses');
  if (!verdict.allowed) throw forbidden(verdict.reason);
};

/**
 * Checks that the caller may save the record in its status.
 *
 * @throws Refusal as {@link checkActionAllowed}; CONFLITO in an end status
 */
const checkSaving = async (context: RecordContext): Promise<void> => {
  const {resource, row, actor} = context;
  if (!mayAccess(resource, 'update', actor.perfil)) throw forbidden();
  const saving = findSavingAction(resource);
  if (saving !== undefined) return void await checkActionAllowed(context, saving[1]);
  await checkOperationAllowed(context, 'update');
  if (isInFinalStatus(resource, row)) throw conflict(await statusConflictMessage(context));
};

/**
 * Repeats {@link checkSaving} on the changed record where a changed reference decides a condition.
 *
 * @throws Refusal as {@link checkSaving}
 */
export const checkReferenceChange = async (context: RecordContext, changed: ReadonlySet<string>): Promise<void> => {
  const {resource, actor: {perfil}} = context;
  const [, {profiles = [], from = {}, needs = []} = {}] = findSavingAction(resource) ?? [];
  const entries = [
    ...resource.access.update, ...profiles, ...Object.values(from).flat(),
  ].filter(entry => parseAccessEntry(entry).perfil === perfil);
  const conditions = [...needs, ...entryConditions(entries)];
  const changedValues = conditions.flatMap(condition => listReadFields(resource, condition))
    .filter(name => referencedValueOf(resource, name) !== undefined && changed.has(storedFieldOf(resource, name)));
  const affectsConditions = changedValues.length > 0
    || conditions.some(condition => listConditionsOnReferences(resource, condition).some(([reference]) => changed.has(reference)));
  if (affectsConditions) await checkSaving({...context, row: await withRelatedValues(context, changedValues)});
};

/**
 * Locks the record and checks that the caller may save it.
 *
 * @param check runs before the status is checked, and may refuse
 * @throws Refusal 404 outside the scope, else as {@link checkSaving}
 */
export const lockForUpdate = (context: EngineContext): LockForUpdate => async (trx, name, actor, id, check = () => {}) => {
  const {config, hooks} = context;
  const row = await readStoredRow(context, trx, name, actor, id, true, [missingFieldsColumn(name)]);
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
export const refuseWithDependents = async (
  {config, db, actor, resource, row}: Omit<RecordContext, 'name' | 'hooks'>, before: string,
): Promise<void> => {
  for (const [, {of, by, where = [], one, many, refuses}] of consequencesBefore(resource, before)) {
    const dependent = resourceOf(config, of);
    const rows = {config, name: of, resource: dependent, actor, alias: 't'};
    const field = dependent.fields[by];
    if (refuses === undefined || field === undefined) continue;
    const referencesRecord = field.kind === 'vinculos'
      ? linkedPredicate(linkTable(of, by, field.to), 't', [row.id]) : namesRecordPredicate(rows, by, row.id);
    const predicates = [
      referencesRecord, notDeleted(of, dependent, 't'), parentNotDeleted(rows),
      ...where.map(condition => conditionPredicate(condition, rows)),
    ];
    const {rows: [{total} = {total: 0}]} = await sql<{total: number}>`
      select count(*)::integer as total from ${sql.table(tableOf(of))} as t where ${andPredicates(predicates)}`.execute(db);
    if (total > 0) throw conflict(fillPlaceholders(total === 1 ? one : many, {...row, total}));
  }
};

/** Refuses a record whose current choice the caller's profile may not give (an Adm, a robot). @throws Refusal 403 */
export const refuseReservedRecord = (config: Config, resource: Resource, actor: Actor, current: RecordValues): void => {
  if (hasReservedChoice(config, resource, current, actor.perfil)) throw forbidden();
};
