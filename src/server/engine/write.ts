/** Creating and changing records: validated, inside the caller's scope, with parts and history, in one transaction. */
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

/** The record's company is the caller's own where they may not choose; naming another is refused. */
const withCompany = ({config}: Context, resource: Resource, actor: Actor, body: Values, stored?: Values): Values => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  const fixed = fixedCompany(config, actor);
  if (name === undefined || field === undefined || fixed === undefined) return body;
  if (stored !== undefined && !mayWrite(field, {resource, record: stored, session: actor})) return body;
  const given = ruleOf(field).bare(body[name], field);
  if (given !== null && given !== fixed) throw invalid([{campo: name, mensagem: formWords.invalid}]);
  return stored === undefined || name in body ? {...body, [name]: fixed} : body;
};

/** What the history keeps: never a password, not even hashed. */
const withoutSecrets = ({fields}: Resource, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.kind !== 'senha'));

/** The passwords among validated values, as their hashes. */
const secretsIn = ({fields}: Resource, values: Values, {secrets}: Submission): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) =>
    fields[name]?.kind === 'senha' && value !== null ? [[name, secrets[name]]] : []));

/** The place after the last of its siblings, for a record that says none. */
const nextPlace = (name: string, resource: Resource, order: string, values: Values): Sql => {
  const parent = resource.owner?.through;
  const siblings = parent === undefined ? sql`true` : sql`${sql.ref(snake(parent))} = ${values[parent]}`;
  return sql`(select coalesce(max(${sql.ref(snake(order))}), 0) + 1 from ${sql.table(tableOf(name))} where ${siblings})`;
};

/**
 * The next numbers of a record that is being made. Whoever makes another that counts with it waits until this one is there, or refused, and
 * reads the last number after that.
 */
const nextNumbers = async (trx: DbOrTrx, name: string, resource: Resource, values: Values): Promise<Record<string, Sql>> => {
  const numbers: Record<string, Sql> = {};
  for (const [field, declared] of Object.entries(resource.fields)) {
    const sequence = 'sequence' in declared ? declared.sequence : undefined;
    if (sequence === undefined) continue;
    const of = sequence === true ? null : values[sequence] ?? null;
    await sql`select pg_advisory_xact_lock(hashtext(${`${name}.${field}`}), ${of ?? 0}::integer)`.execute(trx);
    const counted = sequence === true ? sql`true`
      : of === null ? sql`${sql.ref(snake(sequence))} is null` : sql`${sql.ref(snake(sequence))} = ${of}`;
    numbers[field] = sql`(select coalesce(max(${sql.ref(snake(field))}), 0) + 1 from ${sql.table(tableOf(name))} where ${counted})`;
  }
  return numbers;
};

/** What a record the caller cannot write holds until somebody can: the declared default. */
const givenDefaults = ({fields}: Resource, values: Values, actor: Actor): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, field]) =>
    (field.default !== undefined && !(name in values) ? [[name, ruleOf(field).bare(beginning(fields, field, actor), field)]] : [])));

/**
 * A record that is being made, as conditions look at it: with the instants that its making and its first status write; what is read
 * through a reference is not known yet.
 */
const beforeItIs = (resource: Resource, given: Values): StoredRow => {
  const fields = Object.entries(resource.fields).filter(([, field]) => field.kind === 'calculo' || ruleOf(field).own);
  return {
    ...Object.fromEntries(fields.map(([name, field]) => [name, emptyOf(field)])),
    ...given, ...makingOf(resource, given, new Date()), id: 0, versao: 0,
  };
};

/** Who makes a record is its author. */
const authorOf = (resource: Resource, actor: Actor): Record<string, unknown> => {
  const field = authorField(resource);
  return field === undefined ? {} : {[field]: actor.id};
};

/** Whether a record is the caller's own user. */
export const isOwn = (name: string, id: number, actor: Actor): boolean => name === USERS && id === actor.id;

/** A sentence about a record that has no id yet. */
const withId = (sentence: string): RawBuilder<string> => sql`replace(${sentence}, '{id}', ${FIRST_ID}::text)`;

const valuesOf = (outcomes: readonly Outcome[]): Values => Object.assign({}, ...outcomes.map(({values}) => values)) as Values;

/**
 * Creates a record.
 *
 * @returns 201 with the record as its own read call answers it
 * @throws Refusal 400: invalid values, a foreign reference, a value that is taken, what a part refuses
 */
export const createRecord = async (
  context: EngineContext, trx: Transaction<Tables>, name: string, actor: Actor, submission: Submission,
): Promise<CallAnswer> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  const body = withCompany(context, resource, actor, submission.data);
  const {values, errors} = validateRecord(config, resource, body, actor);
  if (errors.length > 0) throw invalid(errors);
  const author = authorOf(resource, actor);
  const begun = {...givenDefaults(resource, values, actor), ...values, ...author};
  const given = {...begun, ...await followedDefaults(config, trx, resource, resource.fields, actor, begun)};
  const chosen = new Set(Object.keys(given).filter(field => !(field in author)));
  const wrong = [...lackedErrors(resource, actor, values, given), ...await attachedErrors(trx, name, resource, actor, given)];
  wrong.push(...await referenceErrors(context, trx, actor, name, given, chosen));
  if (wrong.length > 0) throw invalid(wrong);
  const standing = {config, hooks, db: trx, actor, name, resource, row: beforeItIs(resource, given)};
  await demandAccess(standing, 'create');
  await demandRules(standing);
  const opens = await itemChange(trx, config, name, actor, {record: given});
  const outcomes: Outcome[] = [];
  for (const {part} of partsOf(resource)) {
    outcomes.push(await part.create({context, config, trx, actor, name, resource, record: given, submission}));
  }

  const {order, status} = resource;
  const record = {...given, ...valuesOf(outcomes)};
  const secrets = secretsIn(resource, values, submission);
  const placed = order !== undefined && record[order] === null ? {[order]: nextPlace(name, resource, order, values)} : {};
  const step: Step = {
    recurso: name, id: FIRST_ID, actor, depois: withoutSecrets(resource, given),
    ...(status === undefined ? {acao: 'criar'} : {
      acao: OPENED, para: statusById(resource, given[status])?.id, comentario: withId(asComment(resource.messages.created)),
    }),
  };
  const numbers = await nextNumbers(trx, name, resource, record);
  const id = await withinRulesAbove(standing, [record], () =>
    insertRow(trx, config, name, actor, {...record, ...secrets, ...placed, ...numbers}, [
      ...opens, ...outcomes.flatMap(({writes}) => writes(FIRST_ID)), ...attachedWrites(resource, {}, record, FIRST_ID),
      historyRows([step, ...outcomes.flatMap(({steps}) => steps)]),
    ]));
  await writeLinks(trx, {config, name, actor, asked: {resource, record, session: actor}}, id, record);
  const changed = new Set(Object.keys(record).filter(field => resource.fields[field]?.kind !== 'senha' || field in secrets));
  await noteAbsence(trx, config, name, id, record, record);
  await hooks.records[name]?.afterCreate?.({config, trx, actor, resource, id, record, changed});
  const before = {...beforeItIs(resource, record), id};
  await hooks.tell(trx, {config, name, resource, tells: resource.tells?.create, actor, before, changed: {}, asks: {}, answers: {}});
  return {status: 201, body: await readWritten(context, trx, name, actor, id)};
};

/**
 * Changes a record; what the body does not name keeps its value, and is asked for where a start found it missing (rules: Forms 10).
 * Where nothing changes, nothing is written.
 *
 * @param versao the version the caller changed; undefined: the last write wins
 * @returns 200 with the record as its own read call answers it, its newest steps for who asks for them, and whether a password changed
 * @throws Refusal 404 outside the scope; 403 for a record that only other profiles may change; 400 for its status, `VERSAO`,
 *   invalid values, a foreign reference, a value that is taken or that other records rely on, what a part refuses
 */
export const saveRecord = async (
  context: EngineContext, trx: Transaction<Tables>, name: string, actor: Actor, id: number, submission: Submission, versao: unknown,
): Promise<CallAnswer & {passwordChanged: boolean}> => {
  const {config, hooks} = context;
  const resource = resourceOf(config, name);
  const opens = await itemChange(trx, config, name, actor, {id});
  const before = await heldForSaving(context)(trx, name, actor, id);
  refuseReserved(config, resource, actor, before);
  refuseStale(before.versao, versao);
  const body = withCompany(context, resource, actor, submission.data, before);
  const missing = missingIn(resource, before, actor);
  const {values, errors} = validateRecord(config, resource, body, actor, before, missing);
  if (errors.length > 0) throw invalid(errors);

  const wrong = await attachedErrors(trx, name, resource, actor, values, before);
  const record = {...before, ...values};
  const changed = changesIn(resource, before, values);
  const names = new Set(Object.keys(changed));
  wrong.push(...await referenceErrors(context, trx, actor, name, record, names));
  if (wrong.length > 0) throw invalid(wrong);
  const standing = {config, hooks, db: trx, actor, name, resource, row: record};
  await demandMoving(standing, names);
  await demandRules(standing, new Set([...names, ...missing]));
  const held = await usedWithinErrors(context, trx, name, id, names);
  if (held.length > 0) throw conflict(held[0]?.mensagem ?? '', held);
  const saving = {context, config, trx, actor, name, resource, record, submission, id};
  const outcomes: Outcome[] = [];
  for (const {part} of partsOf(resource)) outcomes.push(await part.update(saving));

  const secrets = secretsIn(resource, values, submission);
  const comentario = outcomes.map(({told}) => told).filter(told => told !== '').join(' ');
  const writes = [...names.size > 0 ? opens : [], ...outcomes.flatMap(outcome => outcome.writes(sql`${id}`))];
  const steps = outcomes.flatMap(outcome => outcome.steps);
  if (names.size > 0 || comentario !== '' || Object.keys(secrets).length > 0) {
    const following = valuesOf(outcomes);
    const depois = {...changed, ...reachIn(resource, before, changed, following, actor)};
    const step: Step = {
      recurso: name, id, actor, acao: savingOf(resource)?.[0] ?? 'alterar',
      antes: valuesBefore(before, depois), depois, ...(comentario === '' ? {} : {comentario}),
    };
    const linking = {config, name, actor, asked: {resource, record, session: actor}};
    await endLinks(trx, linking, id);
    const assigned = {...changed, ...secrets, ...following};
    await withinRulesAbove(standing, [before, record], () =>
      updateRow({config, hooks, trx, actor, name, resource, before}, id, assigned, [...writes, historyRows([step, ...steps])]));
    await writeLinks(trx, linking, id, changed);
    await hooks.records[name]?.afterLinks?.({config, trx, actor, resource, id, record, changed: names});
    await hooks.tell(trx, {config, name, resource, tells: resource.tells?.update, actor, before, changed, asks: {}, answers: {}});
  } else if (steps.length > 0) await together(historyRows(steps), writes).execute(trx);
  await mended(trx, name, id, missing);
  return {
    status: 200, body: await readWritten(context, trx, name, actor, id, submission.tellsSteps),
    passwordChanged: Object.keys(secrets).length > 0,
  };
};

/**
 * Deleting hides: what tickets and history name is never lost (rules: Templates 3).
 *
 * @throws Refusal 404 outside the scope; 403 for its condition; 400 `VERSAO`, CONFLITO while something hangs on it
 */
export const removeRecord = (context: EngineContext, name: string, actor: Actor, id: number, sent: unknown): Promise<void> =>
  changeRecord(context.db, name, id, async trx => {
    const opens = await itemChange(trx, context.config, name, actor, {id});
    const current = await storedRow(context, trx, name, actor, id, true);
    const {config, hooks} = context;
    const standing = {config, hooks, db: trx, actor, name, resource: resourceOf(config, name), row: current};
    await demandAccess(standing, 'delete');
    refuseReserved(config, standing.resource, actor, current);
    refuseStale(current.versao, sent);
    await refuseHanging(standing, DELETING);
    const removed = sql`update ${sql.table(tableOf(name))} set data_exclusao = now(), versao = versao + 1 where id = ${id} returning id`;
    await withinRulesAbove(standing, [current], () =>
      together(removed, [...opens, historyRows([{recurso: name, id, actor, acao: 'excluir', antes: current}])])
        .execute(trx).catch((error: unknown) => refuseTaken(config, name, error)));
  });
