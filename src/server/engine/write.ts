/** Creates, changes and deletes records in one transaction each: validation, row scope, parts, history. */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {fixedCompany} from '../../schema/access.ts';
import type {Resource} from '../../schema/config/config.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import {formWords} from '../../schema/words/messages.ts';
import {USERS} from '../../schema/needed.ts';
import {authorField} from '../../schema/statuses/people.ts';
import {makingOf, statusById} from '../../schema/statuses/statuses.ts';
import {emptyOf} from '../../schema/fields/calculation.ts';
import {beginning} from '../../schema/fields/defaults.ts';
import {validateRecord} from '../../schema/records/record.ts';
import {mayWrite} from '../../schema/conditions/fieldConditions.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {DELETING} from '../../schema/lifeCycle/consequences.ts';
import {savingOf} from '../../schema/lifeCycle/workflow.ts';
import type {CallAnswer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, snake, tableOf} from '../db/names.ts';
import type {DbOrTrx, StoredRow, Tables, Sql} from '../db/tables.ts';
import {FIRST_ID, together} from '../db/together.ts';
import {changeRecord} from '../db/turns.ts';
import {conflict, invalid} from '../errors.ts';
import {asComment, OPENED} from '../history/steps.ts';
import {historyRows, type Step} from '../history/write.ts';
import {refuseStale} from '../http/route.ts';
import type {Outcome} from '../parts/part.ts';
import {itemChange} from '../parts/template/versions.ts';
import {mended, missingIn} from '../reach/incomplete.ts';
import {storedRow} from '../reach/storedRow.ts';
import {noteAbsence} from './absence.ts';
import {followedDefaults, lackedErrors} from './defaults.ts';
import {demandAccess, demandMoving, heldForSaving, refuseHanging, refuseReserved} from './demand.ts';
import type {EngineContext} from './hooks.ts';
import {endLinks, writeLinks} from './linking.ts';
import {partsOf} from './parts.ts';
import {readWritten} from './read.ts';
import {referenceErrors, usedWithinErrors} from './references.ts';
import {demandRules} from './rules.ts';
import {withinRulesAbove} from './rulesAbove.ts';
import {attachedErrors, attachedWrites} from './attached.ts';
import {changesIn, insertRow, reachIn, refuseTaken, updateRow, valuesBefore} from './rows.ts';

/** Sets the caller's own company where the caller may not choose one. @throws Refusal VALIDACAO for another company */
const withCompany = ({config}: Context, resource: Resource, actor: Actor, body: Values, stored?: Values): Values => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  const ownCompany = fixedCompany(config, actor);
  if (name === undefined || field === undefined || ownCompany === undefined) return body;
  if (stored !== undefined && !mayWrite(field, {resource, record: stored, session: actor})) return body;
  const companyId = ruleOf(field).bare(body[name], field);
  if (companyId !== null && companyId !== ownCompany) throw invalid([{campo: name, mensagem: formWords.invalid}]);
  return stored === undefined || name in body ? {...body, [name]: ownCompany} : body;
};

/** The values that the history keeps: never a password, not even hashed. */
const withoutSecrets = ({fields}: Resource, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.kind !== 'senha'));

const passwordHashes = ({fields}: Resource, values: Values, {secrets}: Submission): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) =>
    fields[name]?.kind === 'senha' && value !== null ? [[name, secrets[name]]] : []));

const nextOrder = (name: string, resource: Resource, order: string, values: Values): Sql => {
  const parent = resource.owner?.through;
  const siblings = parent === undefined ? sql`true` : sql`${sql.ref(snake(parent))} = ${values[parent]}`;
  return sql`(select coalesce(max(${sql.ref(snake(order))}), 0) + 1 from ${sql.table(tableOf(name))} where ${siblings})`;
};

/** Expressions for the next numbers of a new record. An advisory lock serialises the numbers of one sequence until the commit. */
const nextNumbers = async (trx: DbOrTrx, name: string, resource: Resource, values: Values): Promise<Record<string, Sql>> => {
  const numbers: Record<string, Sql> = {};
  for (const [field, declared] of Object.entries(resource.fields)) {
    const sequence = 'sequence' in declared ? declared.sequence : undefined;
    if (sequence === undefined) continue;
    const sequenceKey = sequence === true ? null : values[sequence] ?? null;
    await sql`select pg_advisory_xact_lock(hashtext(${`${name}.${field}`}), ${sequenceKey ?? 0}::integer)`.execute(trx);
    const isSameSequence = sequence === true ? sql`true`
      : sequenceKey === null ? sql`${sql.ref(snake(sequence))} is null` : sql`${sql.ref(snake(sequence))} = ${sequenceKey}`;
    numbers[field] = sql`(select coalesce(max(${sql.ref(snake(field))}), 0) + 1 from ${sql.table(tableOf(name))} where ${isSameSequence})`;
  }
  return numbers;
};

/** Declared defaults of the fields that the caller cannot write. */
const unwritableDefaults = ({fields}: Resource, values: Values, actor: Actor): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) =>
    (field.default !== undefined && !(name in values) ? [[name, ruleOf(field).bare(beginning(fields, field, actor), field)]] : [])));

/** A new record as conditions see it, with the stamps of its creation and first status; related values are still empty. */
const blankRow = (resource: Resource, values: Values): StoredRow => {
  const fields = Object.entries(resource.fields).filter(([, field]) => field.kind === 'calculo' || ruleOf(field).own);
  return {
    ...Object.fromEntries(fields.map(([name, field]) => [name, emptyOf(field)])),
    ...values, ...makingOf(resource, values, new Date()), id: 0, versao: 0,
  };
};

const authorValue = (resource: Resource, actor: Actor): Record<string, unknown> => {
  const field = authorField(resource);
  return field === undefined ? {} : {[field]: actor.id};
};

/** True for the caller's own user. */
export const isOwn = (name: string, id: number, actor: Actor): boolean => name === USERS && id === actor.id;

/** Fills in the id of a record that is being inserted. */
const withRecordId = (sentence: string): RawBuilder<string> => sql`replace(${sentence}, '{id}', ${FIRST_ID}::text)`;

const outcomeValues = (outcomes: readonly Outcome[]): Values => Object.assign({}, ...outcomes.map(({values}) => values)) as Values;

/**
 * Creates a record.
 *
 * @returns 201 with the record as its read call answers it
 * @throws Refusal 400: invalid values, a foreign reference, a value that is taken, or from a part
 */
export const createRecord = async (
  context: EngineContext, trx: Transaction<Tables>, name: string, actor: Actor, submission: Submission,
): Promise<CallAnswer> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  const body = withCompany(context, resource, actor, submission.data);
  const {values, errors} = validateRecord(config, resource, body, actor);
  if (errors.length > 0) throw invalid(errors);
  const author = authorValue(resource, actor);
  const initialValues = {...unwritableDefaults(resource, values, actor), ...values, ...author};
  const recordValues = {...initialValues, ...await followedDefaults(config, trx, resource, resource.fields, actor, initialValues)};
  const writtenFields = new Set(Object.keys(recordValues).filter(field => !(field in author)));
  const fieldErrors = [
    ...lackedErrors(resource, actor, values, recordValues), ...await attachedErrors(trx, name, resource, actor, recordValues),
  ];
  fieldErrors.push(...await referenceErrors(context, trx, actor, name, recordValues, writtenFields));
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  const recordContext = {config, hooks, db: trx, actor, name, resource, row: blankRow(resource, recordValues)};
  await demandAccess(recordContext, 'create');
  await demandRules(recordContext);
  const versionWrites = await itemChange(trx, config, name, actor, {record: recordValues});
  const outcomes: Outcome[] = [];
  for (const {part} of partsOf(resource)) {
    outcomes.push(await part.create({context, config, trx, actor, name, resource, record: recordValues, submission}));
  }

  const {order, status} = resource;
  const record = {...recordValues, ...outcomeValues(outcomes)};
  const secrets = passwordHashes(resource, values, submission);
  const orderValue = order !== undefined && record[order] === null ? {[order]: nextOrder(name, resource, order, values)} : {};
  const step: Step = {
    recurso: name, id: FIRST_ID, actor, depois: withoutSecrets(resource, recordValues),
    ...(status === undefined ? {acao: 'criar'} : {
      acao: OPENED, para: statusById(resource, recordValues[status])?.id, comentario: withRecordId(asComment(resource.messages.created)),
    }),
  };
  const numbers = await nextNumbers(trx, name, resource, record);
  const id = await withinRulesAbove(recordContext, [record], () =>
    insertRow(trx, config, name, actor, {...record, ...secrets, ...orderValue, ...numbers}, [
      ...versionWrites, ...outcomes.flatMap(({writes}) => writes(FIRST_ID)), ...attachedWrites(resource, {}, record, FIRST_ID),
      historyRows([step, ...outcomes.flatMap(({steps}) => steps)]),
    ]));
  await writeLinks(trx, {config, name, actor, conditionContext: {resource, record, session: actor}}, id, record);
  const changed = new Set(Object.keys(record).filter(field => resource.fields[field]?.kind !== 'senha' || field in secrets));
  await noteAbsence(trx, config, name, id, record, record);
  await hooks.records[name]?.afterCreate?.({config, trx, actor, resource, id, record, changed});
  const before = {...blankRow(resource, record), id};
  await hooks.tell(trx, {config, name, resource, tells: resource.tells?.create, actor, before, changed: {}, asks: {}, answers: {}});
  return {status: 201, body: await readWritten(context, trx, name, actor, id)};
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
  const versionWrites = await itemChange(trx, config, name, actor, {id});
  const before = await heldForSaving(context)(trx, name, actor, id);
  refuseReserved(config, resource, actor, before);
  refuseStale(before.versao, versao);
  const body = withCompany(context, resource, actor, submission.data, before);
  const missing = missingIn(resource, before, actor);
  const {values, errors} = validateRecord(config, resource, body, actor, before, missing);
  if (errors.length > 0) throw invalid(errors);

  const fieldErrors = await attachedErrors(trx, name, resource, actor, values, before);
  const record = {...before, ...values};
  const changed = changesIn(resource, before, values);
  const changedNames = new Set(Object.keys(changed));
  fieldErrors.push(...await referenceErrors(context, trx, actor, name, record, changedNames));
  if (fieldErrors.length > 0) throw invalid(fieldErrors);
  const recordContext = {config, hooks, db: trx, actor, name, resource, row: record};
  await demandMoving(recordContext, changedNames);
  await demandRules(recordContext, new Set([...changedNames, ...missing]));
  const sharedErrors = await usedWithinErrors(context, trx, name, id, changedNames);
  if (sharedErrors.length > 0) throw conflict(sharedErrors[0]?.mensagem ?? '', sharedErrors);
  const saving = {context, config, trx, actor, name, resource, record, submission, id};
  const outcomes: Outcome[] = [];
  for (const {part} of partsOf(resource)) outcomes.push(await part.update(saving));

  const secrets = passwordHashes(resource, values, submission);
  const comentario = outcomes.map(({told: text}) => text).filter(text => text !== '').join(' ');
  const writes = [...changedNames.size > 0 ? versionWrites : [], ...outcomes.flatMap(outcome => outcome.writes(sql`${id}`))];
  const steps = outcomes.flatMap(outcome => outcome.steps);
  if (changedNames.size > 0 || comentario !== '' || Object.keys(secrets).length > 0) {
    const partValues = outcomeValues(outcomes);
    const depois = {...changed, ...reachIn(resource, before, changed, partValues, actor)};
    const step: Step = {
      recurso: name, id, actor, acao: savingOf(resource)?.[0] ?? 'alterar',
      antes: valuesBefore(before, depois), depois, ...(comentario === '' ? {} : {comentario}),
    };
    const linkingContext = {config, name, actor, conditionContext: {resource, record, session: actor}};
    await endLinks(trx, linkingContext, id);
    const assignments = {...changed, ...secrets, ...partValues};
    await withinRulesAbove(recordContext, [before, record], () =>
      updateRow({config, hooks, trx, actor, name, resource, before}, id, assignments, [...writes, historyRows([step, ...steps])]));
    await writeLinks(trx, linkingContext, id, changed);
    await hooks.records[name]?.afterLinks?.({config, trx, actor, resource, id, record, changed: changedNames});
    await hooks.tell(trx, {config, name, resource, tells: resource.tells?.update, actor, before, changed, asks: {}, answers: {}});
  } else if (steps.length > 0) await together(historyRows(steps), writes).execute(trx);
  await mended(trx, name, id, missing);
  return {
    status: 200, body: await readWritten(context, trx, name, actor, id, submission.tellsSteps),
    passwordChanged: Object.keys(secrets).length > 0,
  };
};

/**
 * Soft-deletes a record, because tickets and history keep naming it (rules: Templates 3).
 *
 * @throws Refusal 404 outside the scope; 403 for its condition; 400 `VERSAO`, CONFLITO while dependent records exist
 */
export const removeRecord = (context: EngineContext, name: string, actor: Actor, id: number, versao: unknown): Promise<void> =>
  changeRecord(context.db, name, id, async trx => {
    const versionWrites = await itemChange(trx, context.config, name, actor, {id});
    const current = await storedRow(context, trx, name, actor, id, true);
    const {config, hooks} = context;
    const recordContext = {config, hooks, db: trx, actor, name, resource: resourceOf(config, name), row: current};
    await demandAccess(recordContext, 'delete');
    refuseReserved(config, recordContext.resource, actor, current);
    refuseStale(current.versao, versao);
    await refuseHanging(recordContext, DELETING);
    const deletion = sql`update ${sql.table(tableOf(name))} set data_exclusao = now(), versao = versao + 1 where id = ${id} returning id`;
    await withinRulesAbove(recordContext, [current], () =>
      together(deletion, [...versionWrites, historyRows([{recurso: name, id, actor, acao: 'excluir', antes: current}])])
        .execute(trx).catch((error: unknown) => refuseTaken(config, name, error)));
  });
