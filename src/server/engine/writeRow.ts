/** Writes a record's row with its stamps, last comment and unique columns. */
import {sql, type Transaction} from 'kysely';
import {listScopeFields} from '../../schema/conditions/scopeFields.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {lastWriterFields} from '../../schema/statuses/people.ts';
import {statusStamps} from '../../schema/statuses/statuses.ts';
import {canPassTurnToTeam} from '../../schema/statuses/waiting.ts';
import {aggregateOf} from '../../schema/fields/calculation.ts';
import {MAX_DIGITS} from '../../schema/fields/decimals.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {fillPlaceholders, formMessages} from '../../schema/words/messages.ts';
import {storedUserId, type Actor} from '../context.ts';
import {pipelinedPrefix} from '../db/statementHints.ts';
import {columnOf, commentColumns, escalatedColumn, digitsConstraintName, resourceOf, toSnakeCase, tableOf} from '../db/sqlNames.ts';
import {compositeUniqueIndexNames, uniqueIndexNames} from '../db/structure/indexes.ts';
import type {StoredRow, Tables, Sql} from '../db/tables.ts';
import {combineWrites} from '../db/combineWrites.ts';
import {conflict, invalid, type Refusal} from '../errors.ts';
import {markAbsenceByReference, markAwaitedPersonAbsence} from './absence.ts';
import {attachedFileWrites} from './attachedFiles.ts';
import type {Hooks} from './hooks.ts';

/** Assignments of the record's last comment; all null clears it. */
const lastCommentAssignments = (text: Sql, by: Sql, at: Sql): Sql[] => [
  sql`${sql.ref(commentColumns.text)} = ${text}`, sql`${sql.ref(commentColumns.by)} = ${by}`, sql`${sql.ref(commentColumns.at)} = ${at}`,
];
const CLEARED_COMMENT = lastCommentAssignments(sql`null`, sql`null`, sql`null`);

const commentAssignments = (actor: Pick<Actor, 'id'>, text: string): Sql[] =>
  lastCommentAssignments(sql`${text}`, sql`${storedUserId(actor)}`, sql`now()`);

/** Updates the last comment alone, where no field changes. */
export const updateLastComment = (name: string, actor: Pick<Actor, 'id'>, id: number, text: string): Sql =>
  sql`update ${sql.table(tableOf(name))} set ${sql.join(commentAssignments(actor, text))} where id = ${id}`;

/** Marks the entered status as waiting for the team, or with false for the person that the status names. */
const escalationAssignments = (resource: Resource, changed: RecordValues, toTeam: boolean): Sql[] =>
  (canPassTurnToTeam(resource) && (resource.status ?? '') in changed ? [sql`${sql.ref(escalatedColumn)} = ${toTeam}`] : []);

/** Clears the last comment when the record changes company, because the new company may not read earlier texts (see `history/steps.ts`). */
const clearedOnCompanyChange = ({owner, status}: Resource, changed: RecordValues): Sql[] =>
  (status !== undefined && owner?.empresa !== undefined && owner.empresa in changed ? CLEARED_COMMENT : []);

/** Clears the last comments of child records when their parent changes company. */
const childCommentUpdates = ({resources}: Config, name: string, {owner}: Resource, id: number, changed: RecordValues): Sql[] =>
  (owner?.empresa === undefined || !(owner.empresa in changed) ? [] : Object.entries(resources).flatMap(([child, resource]) => {
    const through = resource.owner?.through;
    const field = through === undefined ? undefined : resource.fields[through];
    if (resource.status === undefined || through === undefined || field?.kind !== 'referencia' || field.to !== name) return [];
    const parentColumn = sql.ref(toSnakeCase(through));
    return [sql`update ${sql.table(tableOf(child))} set ${sql.join(CLEARED_COMMENT)} where ${parentColumn} = ${id}`];
  }));

const LIST_FORMAT = new Intl.ListFormat('pt-BR');

/** Refusal for a number above the limit of its column: in the record, or in a parent's calculated field. */
const numberTooLarge = ({resources}: Config, name: string, constraint: string): Refusal | undefined => {
  for (const [resourceName, {label, fields}] of Object.entries(resources)) {
    const [fieldName, field] = Object.entries(fields).find(([candidate, declared]) =>
      declared.kind === 'calculo' && digitsConstraintName(tableOf(resourceName), columnOf(candidate, declared)) === constraint) ?? [];
    if (fieldName === undefined || field === undefined) continue;
    const mensagem = fillPlaceholders(formMessages.tooManyDigits, {digits: MAX_DIGITS});
    if (resourceName === name) return invalid([{campo: fieldName, mensagem}]);
    const [campo, sentence] = [aggregateOf(field)?.value ?? '', `${field.label} (${label.one}): ${mensagem}`];
    return invalid(campo === '' ? [] : [{campo, mensagem: sentence}], sentence);
  }
  return undefined;
};

/** Turns a violated constraint into a refusal: a duplicate unique value, or a number that is too large. */
export const refuseConstraintViolation = (config: Config, name: string, error: unknown): never => {
  const resource = resourceOf(config, name);
  const {constraint = ''} = error as {constraint?: string};
  const sizeRefusal = constraint === '' ? undefined : numberTooLarge(config, name, constraint);
  if (sizeRefusal !== undefined) throw sizeRefusal;
  const uniqueFields = resource.unique?.find(names => compositeUniqueIndexNames(name, resource, names).includes(constraint));
  if (uniqueFields !== undefined) {
    const labels = uniqueFields.map(field => resource.fields[field]?.label ?? field);
    const mensagem = `Outro registro já tem esta combinação: ${LIST_FORMAT.format(labels)}.`;
    throw conflict(mensagem, uniqueFields.map(campo => ({campo, mensagem})));
  }
  const duplicate = Object.entries(resource.fields)
    .find(([field, declared]) => declared.unique && uniqueIndexNames(name, resource, field, declared).includes(constraint));
  if (duplicate === undefined) throw error;
  const mensagem = `${duplicate[1].label} já cadastrado${duplicate[1].unique === 'empresa' ? ' nesta empresa' : ''}.`;
  throw conflict(mensagem, [{campo: duplicate[0], mensagem}]);
};

/** The database returns instants as `Date`, callers send text; JSON makes them comparable. */
const comparable = (value: unknown): string => JSON.stringify(value ?? null);

/** Values that differ from the stored ones. Passwords never count, because only hashes are stored; links count by their switches. */
export const changedValues = ({fields}: Resource, before: RecordValues, values: RecordValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => {
    const field = fields[name];
    if (field?.kind === 'senha') return false;
    return field?.kind === 'vinculos' ? value !== null : comparable(value) !== comparable(before[name]);
  }));
export const valuesBefore = (before: RecordValues, changed: RecordValues): Record<string, unknown> =>
  Object.fromEntries(Object.keys(changed).map(name => [name, before[name] ?? null]));

/** Author and time of the last write, by the fields that keep them. */
const lastWriteStamps = <T>(resource: Resource, actor: Actor, now: T): Record<string, T | number | null> => {
  const {who, when} = lastWriterFields(resource);
  return {...Object.fromEntries(who.map(field => [field, storedUserId(actor)])), ...Object.fromEntries(when.map(field => [field, now]))};
};

/**
 * Derived changes of fields that decide the row scope; the history keeps them so that earlier readers are told.
 *
 * @param values what the parts assign
 */
export const scopeFieldChanges = (
  resource: Resource, before: RecordValues, changed: RecordValues, values: RecordValues, actor: Actor,
): Record<string, unknown> => {
  const isChange = Object.keys(changed).length > 0;
  const derived = {...values, ...statusStamps(resource, changed, new Date()), ...isChange && lastWriteStamps(resource, actor, new Date())};
  return changedValues(resource, before, Object.fromEntries(listScopeFields(resource).flatMap(field =>
    (field in derived ? [[field, derived[field]]] : []))));
};

/** Values with a column in the resource's own table. */
const columnValues = (resource: Resource, actor: Actor, values: RecordValues): {column: Sql; value: Sql}[] => {
  const stamps = {...statusStamps(resource, values, sql`now()`), ...lastWriteStamps(resource, actor, sql`now()`)};
  return Object.entries({...values, ...stamps}).flatMap(([name, value]) => {
    const field = resource.fields[name];
    return field === undefined || field.kind === 'vinculos' ? [] : [{column: sql.ref(columnOf(name, field)), value: sql`${value}`}];
  });
};

/**
 * Inserts a record.
 *
 * @param furtherWrites statements combined with the insert, naming its id by `FIRST_WRITE_ID`
 * @returns its id
 * @throws Refusal CONFLITO for a value that is taken
 */
export const insertRow = async (
  trx: Transaction<Tables>, config: Config, name: string, actor: Actor, values: RecordValues, furtherWrites: readonly Sql[],
): Promise<number> => {
  const resource = resourceOf(config, name);
  const columns = columnValues(resource, actor, values);
  const insert = sql<{id: number}>`
    insert into ${sql.table(tableOf(name))} (${sql.join(columns.map(entry => entry.column))})
    values (${sql.join(columns.map(entry => entry.value))}) returning id`;
  const {rows} = await combineWrites(insert, furtherWrites).execute(trx).catch(
    (error: unknown) => refuseConstraintViolation(config, name, error)
  );
  return rows[0]?.id ?? 0;
};

/** A change of a record that this transaction locks. */
interface RowChange {
  config: Config;
  hooks: Hooks;
  trx: Transaction<Tables>;
  actor: Actor;
  name: string;
  resource: Resource;
  before: StoredRow;
}

/**
 * Updates a record, increments its version and runs its hooks.
 *
 * @param changed passwords as their hashes
 * @param furtherWrites statements combined with the update
 * @param comment typed text, kept as the record's last comment
 * @param toTeam whether the entered status waits for the team instead of its usual person
 * @throws Refusal CONFLITO for a value that is taken, or from a hook
 */
export const updateRow = async (
  {config, hooks, trx, actor, name, resource, before}: RowChange, id: number, changed: RecordValues, furtherWrites: readonly Sql[],
  comment?: string, toTeam = false,
): Promise<void> => {
  const {beforeWrite, afterWrite} = hooks.records[name] ?? {};
  const recordWrite = {config, trx, actor, resource, id, record: {...before, ...changed}, changed: new Set(Object.keys(changed))};
  const assignments = columnValues(resource, actor, changed).map(({column, value}) => sql`${column} = ${value}`);
  const extraAssignments = [
    ...await beforeWrite?.(recordWrite) ?? [],
    ...(comment === undefined ? clearedOnCompanyChange(resource, changed) : commentAssignments(actor, comment)),
    ...escalationAssignments(resource, changed, toTeam),
  ];
  // Pipelined only where no unique index can fail, because the next statement is sent before this one is answered.
  const canViolateUnique = Object.keys(changed)
    .some(field => resource.fields[field]?.unique !== undefined || resource.unique?.some(names => names.includes(field)) === true);
  const update = sql`
    update ${sql.table(tableOf(name))} set ${sql.join([...assignments, ...extraAssignments, sql`versao = versao + 1`])}
    where id = ${id} returning id`;
  const files = attachedFileWrites(resource, before, changed, sql`${id}`);
  const statement = combineWrites(update, [...furtherWrites, ...files, ...childCommentUpdates(config, name, resource, id, changed)]);
  await (canViolateUnique ? statement : sql`${pipelinedPrefix}${statement}`).execute(trx)
    .catch((error: unknown) => refuseConstraintViolation(config, name, error));
  await markAwaitedPersonAbsence(trx, config, name, id, recordWrite.record, changed);
  await markAbsenceByReference(trx, config, name, id, changed);
  await afterWrite?.(recordWrite);
};
