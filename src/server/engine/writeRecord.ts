/** Creates, changes and deletes records in one transaction each: validation, row scope, parts, history. */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {requiredCompany} from '../../schema/access.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {formMessages} from '../../schema/words/messages.ts';
import {USERS} from '../../schema/systemFields.ts';
import {authorField} from '../../schema/statuses/people.ts';
import {creationStamps, statusById} from '../../schema/statuses/statuses.ts';
import {aggregateOfNoChildren} from '../../schema/fields/calculation.ts';
import {initialFieldValue} from '../../schema/fields/defaults.ts';
import {validateRecord} from '../../schema/records/validateRecord.ts';
import {mayWrite} from '../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {DELETE_OPERATION, UPDATE_OPERATION} from '../../schema/lifeCycle/consequences.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import type {CallAnswer} from '../idempotency.ts';
import type {Submission} from '../requestBody/submission.ts';
import {storedUserId, type Actor, type Context} from '../context.ts';
import {resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';
import {FIRST_WRITE_ID, combineWrites} from '../db/combineWrites.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {conflict, invalid} from '../errors.ts';
import {successComment, OPENED_STEP} from '../history/steps.ts';
import {insertHistorySteps, type HistoryStepRow} from '../history/writeHistory.ts';
import {refuseStale} from '../http/route.ts';
import type {PartOutcome} from '../parts/part.ts';
import {openNextVersion} from '../parts/template/versions.ts';
import {clearMissingFields, missingFieldsFor} from '../rowScope/incomplete.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {markAwaitedPersonAbsence} from './absence.ts';
import {runAfterStep, runBeforeStep} from './ownSteps.ts';
import {missingDefaultErrors, readCreationStamps, readReferenceDefaults} from './referenceDefaults.ts';
import {checkOperationAllowed, checkReferenceChange, lockForUpdate, refuseWithDependents, refuseReservedRecord} from './accessChecks.ts';
import type {EngineContext} from './hooks.ts';
import {removeInvalidLinks, writeLinks} from './recordLinks.ts';
import {partsOfResource} from './partRegistry.ts';
import {readAfterWrite} from './readRecord.ts';
import {referenceErrors, sharedValueErrors} from './references.ts';
import {checkRecordRules} from './fieldRules.ts';
import {withParentRules} from './parentRules.ts';
import {resolveAttachedFiles, attachedFileWrites} from './attachedFiles.ts';
import {changedValues, insertRow, scopeFieldChanges, refuseConstraintViolation, updateRow, valuesBefore} from './writeRow.ts';

/** Sets the caller's own company where the caller may not choose one. @throws Refusal VALIDACAO for another company */
const withCompany = ({config}: Context, resource: Resource, actor: Actor, body: RecordValues, stored?: RecordValues): RecordValues => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  const ownCompany = requiredCompany(config, actor);
  if (name === undefined || field === undefined || ownCompany === undefined) return body;
  if (stored !== undefined && !mayWrite(field, {resource, record: stored, session: actor})) return body;
  const companyId = kindRuleOf(field).bare(body[name], field);
  if (companyId !== null && companyId !== ownCompany) throw invalid([{campo: name, mensagem: formMessages.invalid}]);
  return stored === undefined || name in body ? {...body, [name]: ownCompany} : body;
};

/** The values that the history keeps: never a password, not even hashed. */
const withoutSecrets = ({fields}: Resource, values: RecordValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.kind !== 'senha'));

const passwordHashes = ({fields}: Resource, values: RecordValues, {secrets}: Submission): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) =>
    fields[name]?.kind === 'senha' && value !== null ? [[name, secrets[name]]] : []));

const nextOrder = (name: string, resource: Resource, order: string, values: RecordValues): Sql => {
  const parent = resource.owner?.through;
  const siblings = parent === undefined ? sql`true` : sql`${sql.ref(toSnakeCase(parent))} = ${values[parent]}`;
  return sql`(select coalesce(max(${sql.ref(toSnakeCase(order))}), 0) + 1 from ${sql.table(tableOf(name))} where ${siblings})`;
};

/** Expressions for the next numbers of a new record. An advisory lock serialises the numbers of one sequence until the commit. */
const nextNumbers = async (trx: DbOrTrx, name: string, resource: Resource, values: RecordValues): Promise<Record<string, Sql>> => {
  const numbers: Record<string, Sql> = {};
  for (const [field, declared] of Object.entries(resource.fields)) {
    const sequence = 'sequence' in declared ? declared.sequence : undefined;
    if (sequence === undefined) continue;
    const sequenceKey = sequence === true ? null : values[sequence] ?? null;
    await sql`select pg_advisory_xact_lock(hashtext(${`${name}.${field}`}), ${sequenceKey ?? 0}::integer)`.execute(trx);
    const isSameSequence = sequence === true ? sql`true`
      : sequenceKey === null ? sql`${sql.ref(toSnakeCase(sequence))} is null` : sql`${sql.ref(toSnakeCase(sequence))} = ${sequenceKey}`;
    numbers[field] = sql`(select coalesce(max(${sql.ref(toSnakeCase(field))}), 0) + 1 from ${sql.table(tableOf(name))}
      where ${isSameSequence})`;
  }
  return numbers;
};

/** Declared defaults of the fields that the caller cannot write. */
const unwritableDefaults = ({fields}: Resource, values: RecordValues, actor: Actor): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) =>
    (field.default === undefined || name in values ? []
      : [[name, kindRuleOf(field).bare(initialFieldValue(fields, field, actor), field)]])));

/** A new record as conditions see it, with the stamps of its creation and first status; related values are still empty. */
const blankRow = (resource: Resource, values: RecordValues): StoredRow => {
  const fields = Object.entries(resource.fields).filter(([, field]) => field.kind === 'calculo' || kindRuleOf(field).own);
  return {
    ...Object.fromEntries(fields.map(([name, field]) => [name, aggregateOfNoChildren(field)])),
    ...values, ...creationStamps(resource, values, new Date()), id: 0, versao: 0,
  };
};

const authorValue = (resource: Resource, actor: Actor): Record<string, unknown> => {
  const field = authorField(resource);
  return field === undefined ? {} : {[field]: storedUserId(actor)};
};

/** True for the caller's own user. */
export const isOwnUser = (name: string, id: number, actor: Actor): boolean => name === USERS && id === actor.id;

/** Fills in the id of a record that is being inserted. */
const withRecordId = (sentence: string): RawBuilder<string> => sql`replace(${sentence}, '{id}', ${FIRST_WRITE_ID}::text)`;

const outcomeValues = (outcomes: readonly PartOutcome[]): RecordValues =>
  Object.assign({}, ...outcomes.map(({values}) => values)) as RecordValues;

/**
 * Creates a record.
 *
 * @param stepValues further values for the history step, under names that no field has
 * @returns 201 with the record as its read call answers it
 * @throws Refusal 400: invalid values, a foreign reference, a value that is taken, or from a part
 */
export const createRecord = async (
  context: EngineContext, trx: Transaction<Tables>, name: string, actor: Actor, submission: Submission,
  stepValues: Readonly<Record<`$${string}`, unknown>> = {},
): Promise<CallAnswer> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  const body = withCompany(context, resource, actor, submission.data);
  const {values, errors} = validateRecord(config, resource, body, actor);
  if (errors.length > 0) throw invalid(errors);
  const author = authorValue(resource, actor);
  const initialValues = {...unwritableDefaults(resource, values, actor), ...values, ...author};
  const stamps = await readCreationStamps(trx, resource, initialValues);
  const defaults = await readReferenceDefaults(config, trx, resource, resource.fields, actor, initialValues, stamps);
  const givenValues = {...initialValues, ...defaults};
  const writtenFields = new Set(Object.keys(givenValues).filter(field => !(field in author)));
  const fieldErrors = [
    ...missingDefaultErrors(resource, actor, values, givenValues), ...await resolveAttachedFiles(trx, name, resource, actor, givenValues),
  ];
  fieldErrors.push(...await referenceErrors(context, trx, actor, name, givenValues, writtenFields));
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  const givenContext = {config, hooks, db: trx, actor, name, resource, row: blankRow(resource, givenValues)};
  await checkOperationAllowed(givenContext, 'create');
  const setValues = await runBeforeStep({context, trx, name, actor, operation: 'create', id: 0, record: givenContext.row});
  const recordValues = {...givenValues, ...setValues};
  const recordContext = {...givenContext, row: {...givenContext.row, ...setValues}};
  await checkRecordRules(recordContext);
  const versionWrites = await openNextVersion(trx, config, name, actor, {record: recordValues});
  const outcomes: PartOutcome[] = [];
  for (const {part} of partsOfResource(resource)) {
    outcomes.push(await part.create({context, config, trx, actor, name, resource, record: recordValues, submission}));
  }

  const {order, status} = resource;
  const record = {...recordValues, ...outcomeValues(outcomes)};
  const secrets = passwordHashes(resource, values, submission);
  const orderValue = order !== undefined && record[order] === null ? {[order]: nextOrder(name, resource, order, recordValues)} : {};
  const step: HistoryStepRow = {
    recurso: name, id: FIRST_WRITE_ID, actor, depois: {...withoutSecrets(resource, recordValues), ...stepValues},
    ...(status === undefined ? {acao: 'criar'} : {
      acao: OPENED_STEP, para: statusById(resource, recordValues[status])?.id, comentario: withRecordId(
        successComment(resource.messages.created)
      ),
    }),
  };
  const numbers = await nextNumbers(trx, name, resource, record);
  const id = await withParentRules(recordContext, [record], () =>
    insertRow(trx, config, name, actor, {...record, ...secrets, ...orderValue, ...numbers}, [
      ...versionWrites, ...outcomes.flatMap(
        ({writes}) => writes(FIRST_WRITE_ID)
      ), ...attachedFileWrites(resource, {}, record, FIRST_WRITE_ID),
      insertHistorySteps([step, ...outcomes.flatMap(({steps}) => steps)]),
    ]));
  await writeLinks(trx, {config, name, actor, conditionContext: {resource, record, session: actor}}, id, record);
  const changed = new Set(Object.keys(record).filter(field => resource.fields[field]?.kind !== 'senha' || field in secrets));
  await markAwaitedPersonAbsence(trx, config, name, id, record, record);
  await hooks.records[name]?.afterCreate?.({config, trx, actor, resource, id, record, changed});
  const before = {...blankRow(resource, record), id};
  await hooks.notify(trx, {config, name, resource, tells: resource.tells?.create, actor, before, changed: {}, asks: {}, answers: {}});
  await hooks.enqueueDeliveries(trx, {config, name, resource, id, operation: 'create', before, record});
  await runAfterStep({context, trx, name, actor, operation: 'create', id});
  return {status: 201, body: await readAfterWrite(context, trx, name, actor, id)};
};

/**
 * Changes a record and writes nothing where nothing changes.
 * Fields that the body leaves out keep their values; fields found missing at a start must be sent (rules: Forms 10).
 *
 * @param versao version that the caller changed; undefined: the last write wins
 * @returns 200 with the record as its read call answers it, its newest steps on request, and whether a password changed
 * @throws Refusal 404 outside the scope; 403 for a record reserved to other profiles; 400 for its status, `VERSAO`, invalid values, a
 *   foreign reference, a value that is taken or that other records rely on, or from a part
 */
export const saveRecord = async (
  context: EngineContext, trx: Transaction<Tables>, name: string, actor: Actor, id: number, submission: Submission, versao: unknown,
): Promise<CallAnswer & {passwordChanged: boolean}> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  const versionWrites = await openNextVersion(trx, config, name, actor, {id});
  const before = await lockForUpdate(context)(trx, name, actor, id);
  refuseReservedRecord(config, resource, actor, before);
  refuseStale(before.versao, versao);
  const body = withCompany(context, resource, actor, submission.data, before);
  const missing = missingFieldsFor(resource, before, actor);
  const {values, errors} = validateRecord(config, resource, body, actor, before, missing);
  if (errors.length > 0) throw invalid(errors);

  const fieldErrors = await resolveAttachedFiles(trx, name, resource, actor, values, before);
  const givenContext = {config, hooks, db: trx, actor, name, resource, row: {...before, ...values}};
  const givenChanges = changedValues(resource, before, values);
  const givenNames = new Set(Object.keys(givenChanges));
  fieldErrors.push(...await referenceErrors(context, trx, actor, name, givenContext.row, givenNames));
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  await checkReferenceChange(givenContext, givenNames);
  const setValues = await runBeforeStep({context, trx, name, actor, operation: 'update', id, before, record: givenContext.row});
  const record = {...givenContext.row, ...setValues};
  const recordContext = {...givenContext, row: record};
  const changed = setValues === undefined ? givenChanges : changedValues(resource, before, {...values, ...setValues});
  const changedNames = new Set(Object.keys(changed));
  await checkRecordRules(recordContext, new Set([...changedNames, ...missing]));
  const sharedErrors = await sharedValueErrors(context, trx, name, id, changedNames);
  if (sharedErrors.length > 0) throw conflict(sharedErrors[0]?.mensagem ?? '', sharedErrors);
  const saving = {context, config, trx, actor, name, resource, record, submission, id};
  const outcomes: PartOutcome[] = [];
  for (const {part} of partsOfResource(resource)) outcomes.push(await part.update(saving));

  const secrets = passwordHashes(resource, values, submission);
  const comentario = outcomes.map(({historyText}) => historyText).filter(text => text !== '').join(' ');
  const writes = [...changedNames.size > 0 ? versionWrites : [], ...outcomes.flatMap(outcome => outcome.writes(sql`${id}`))];
  const steps = outcomes.flatMap(outcome => outcome.steps);
  const isChange = changedNames.size > 0 || comentario !== '' || Object.keys(secrets).length > 0;
  if (isChange) {
    const partValues = outcomeValues(outcomes);
    const depois = {...changed, ...scopeFieldChanges(resource, before, changed, partValues, actor)};
    const step: HistoryStepRow = {
      recurso: name, id, actor, acao: findSavingAction(resource)?.[0] ?? 'alterar',
      antes: valuesBefore(before, depois), depois, ...(comentario === '' ? {} : {comentario}),
    };
    const linkingContext = {config, name, actor, conditionContext: {resource, record, session: actor}};
    await removeInvalidLinks(trx, linkingContext, id);
    const assignments = {...changed, ...secrets, ...partValues};
    await withParentRules(recordContext, [before, record], () =>
      updateRow({config, hooks, trx, actor, name, resource, before}, id, assignments, [...writes, insertHistorySteps([step, ...steps])]));
    await writeLinks(trx, linkingContext, id, changed);
    await hooks.records[name]?.afterLinks?.({config, trx, actor, resource, id, record, changed: changedNames});
    await hooks.notify(trx, {config, name, resource, tells: resource.tells?.update, actor, before, changed, asks: {}, answers: {}});
    await hooks.enqueueDeliveries(trx, {config, name, resource, id, operation: UPDATE_OPERATION, before, record});
  } else if (steps.length > 0) await combineWrites(insertHistorySteps(steps), writes).execute(trx);
  await clearMissingFields(trx, name, id, missing);
  if (isChange || steps.length > 0) await runAfterStep({context, trx, name, actor, operation: 'update', id, before});
  return {
    status: 200, body: await readAfterWrite(context, trx, name, actor, id, submission.wantsNewestSteps),
    passwordChanged: Object.keys(secrets).length > 0,
  };
};

/**
 * Soft-deletes a record, because tickets and history keep naming it (rules: Templates 3).
 *
 * @throws Refusal 404 outside the scope; 403 for its condition; 400 `VERSAO`, CONFLITO while dependent records exist
 */
export const deleteRecord = (context: EngineContext, name: string, actor: Actor, id: number, versao: unknown): Promise<void> =>
  changeRecord(context.db, name, id, async trx => {
    const versionWrites = await openNextVersion(trx, context.config, name, actor, {id});
    const current = await readStoredRow(context, trx, name, actor, id, true);
    const {config, hooks} = context;
    const recordContext = {config, hooks, db: trx, actor, name, resource: resourceOf(config, name), row: current};
    await checkOperationAllowed(recordContext, 'delete');
    refuseReservedRecord(config, recordContext.resource, actor, current);
    refuseStale(current.versao, versao);
    await refuseWithDependents(recordContext, DELETE_OPERATION);
    const operation = {context, trx, name, actor, operation: 'delete', id, before: current} as const;
    await runBeforeStep(operation);
    const deletion = sql`update ${sql.table(tableOf(name))} set data_exclusao = now(), versao = versao + 1 where id = ${id} returning id`;
    await withParentRules(recordContext, [current], () =>
      combineWrites(deletion, [...versionWrites, insertHistorySteps([{recurso: name, id, actor, acao: 'excluir', antes: current}])])
        .execute(trx).catch((error: unknown) => refuseConstraintViolation(config, name, error)));
    const {resource} = recordContext;
    await hooks.enqueueDeliveries(
      trx, {config, name, resource, id, operation: DELETE_OPERATION, before: current, record: current},
    );
    await runAfterStep(operation);
  });
