/** How a record's row is written: whose values, stamps and unique columns are in it, and what the history keeps of it. */
import {sql, type Transaction} from 'kysely';
import {reachFields} from '../../schema/conditions/reach.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {writtenLast} from '../../schema/statuses/people.ts';
import {stampsOf} from '../../schema/statuses/statuses.ts';
import {escalates} from '../../schema/statuses/waiting.ts';
import {keptOf} from '../../schema/fields/calculation.ts';
import {MOST_DIGITS} from '../../schema/fields/decimals.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {fill, formWords} from '../../schema/words/messages.ts';
import type {Actor} from '../context.ts';
import {held} from '../db/signs.ts';
import {columnOf, commentColumns, escalatedColumn, limitOf, resourceOf, snake, tableOf} from '../db/names.ts';
import {togetherIndexesOf, uniqueIndexesOf} from '../db/structure/indexes.ts';
import type {StoredRow, Tables, Sql} from '../db/tables.ts';
import {together} from '../db/together.ts';
import {conflict, invalid, type Refusal} from '../errors.ts';
import {noteAbsence} from './absence.ts';
import {attachedWrites} from './attached.ts';
import type {Hooks} from './hooks.ts';

/** How a step writes what somebody said last into the record that it is of, and when that is not to be read any more. */
const assigned = (text: Sql, by: Sql, at: Sql): Sql[] => [
  sql`${sql.ref(commentColumns.text)} = ${text}`, sql`${sql.ref(commentColumns.by)} = ${by}`, sql`${sql.ref(commentColumns.at)} = ${at}`,
];
const FORGOTTEN = assigned(sql`null`, sql`null`, sql`null`);

/** Assignments for words that somebody typed. */
const commented = (actor: Pick<Actor, 'id'>, text: string): Sql[] => assigned(sql`${text}`, sql`${actor.id}`, sql`now()`);

/** The same as a statement of its own, where nothing else of the record changes. */
export const writeComment = (name: string, actor: Pick<Actor, 'id'>, id: number, text: string): Sql =>
  sql`update ${sql.table(tableOf(name))} set ${sql.join(commented(actor, text))} where id = ${id}`;

/** Whose turn it is after a step into a status: the team's where the step says so, else as the status says by itself. */
const escalated = (resource: Resource, changed: Values, toTeam: boolean): Sql[] =>
  (escalates(resource) && (resource.status ?? '') in changed ? [sql`${sql.ref(escalatedColumn)} = ${toTeam}`] : []);

/** Whoever comes to a record with the company that it moves to reads nothing from before (see `history/steps.ts`). */
const forgotten = ({owner, status}: Resource, changed: Values): Sql[] =>
  (status !== undefined && owner?.empresa !== undefined && owner.empresa in changed ? FORGOTTEN : []);

/** The same of records that belong to it, as statements. */
const forgetOfChildren = ({resources}: Config, name: string, {owner}: Resource, id: number, changed: Values): Sql[] =>
  (owner?.empresa === undefined || !(owner.empresa in changed) ? [] : Object.entries(resources).flatMap(([child, resource]) => {
    const through = resource.owner?.through;
    const field = through === undefined ? undefined : resource.fields[through];
    if (resource.status === undefined || through === undefined || field?.kind !== 'referencia' || field.to !== name) return [];
    const theirs = sql.ref(snake(through));
    return [sql`update ${sql.table(tableOf(child))} set ${sql.join(FORGOTTEN)} where ${theirs} = ${id}`];
  }));

const AND = new Intl.ListFormat('pt-BR');

/** A number that would be too large to be kept: the record's own, or what another has of it. */
const tooLarge = ({resources}: Config, name: string, constraint: string): Refusal | undefined => {
  for (const [of, {label, fields}] of Object.entries(resources)) {
    const [own, field] = Object.entries(fields).find(([one, declared]) =>
      declared.kind === 'calculo' && limitOf(tableOf(of), columnOf(one, declared)) === constraint) ?? [];
    if (own === undefined || field === undefined) continue;
    const mensagem = fill(formWords.large, {digits: MOST_DIGITS});
    if (of === name) return invalid([{campo: own, mensagem}]);
    const [campo, said] = [keptOf(field)?.value ?? '', `${field.label} (${label.one}): ${mensagem}`];
    return invalid(campo === '' ? [] : [{campo, mensagem: said}], said);
  }
  return undefined;
};

/** A unique value that another record has, in the config's own words; a number that is too large, or would be of another's. */
export const refuseTaken = (config: Config, name: string, error: unknown): never => {
  const resource = resourceOf(config, name);
  const {constraint = ''} = error as {constraint?: string};
  const large = constraint === '' ? undefined : tooLarge(config, name, constraint);
  if (large !== undefined) throw large;
  const together = resource.unique?.find(names => togetherIndexesOf(name, resource, names).includes(constraint));
  if (together !== undefined) {
    const labels = together.map(field => resource.fields[field]?.label ?? field);
    const mensagem = `Outro registro já tem esta combinação: ${AND.format(labels)}.`;
    throw conflict(mensagem, together.map(campo => ({campo, mensagem})));
  }
  const taken = Object.entries(resource.fields)
    .find(([field, declared]) => declared.unique && uniqueIndexesOf(name, resource, field, declared).includes(constraint));
  if (taken === undefined) throw error;
  const mensagem = `${taken[1].label} já cadastrado${taken[1].unique === 'empresa' ? ' nesta empresa' : ''}.`;
  throw conflict(mensagem, [{campo: taken[0], mensagem}]);
};

/** A value as it is stored or given: an instant of the database is a `Date`, one that was given its text. */
const comparable = (value: unknown): string => JSON.stringify(value ?? null);

/** Of `values` those that differ from the stored ones. What a password was nobody knows, and links are told by their switches. */
export const changesIn = ({fields}: Resource, before: Values, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => {
    const field = fields[name];
    if (field?.kind === 'senha') return false;
    return field?.kind === 'vinculos' ? value !== null : comparable(value) !== comparable(before[name]);
  }));
export const valuesBefore = (before: Values, changed: Values): Record<string, unknown> =>
  Object.fromEntries(Object.keys(changed).map(name => [name, before[name] ?? null]));

/** Who writes it and when, for a record that says so. */
const signed = <T>(resource: Resource, actor: Actor, now: T): Record<string, T | number> => {
  const {who, when} = writtenLast(resource);
  return {...Object.fromEntries(who.map(field => [field, actor.id])), ...Object.fromEntries(when.map(field => [field, now]))};
};

/**
 * What follows from a change and decides who reaches the record, which the history keeps too: whoever reached it before is told.
 *
 * @param changed what was changed
 * @param values what its parts assign
 */
export const reachIn = (
  resource: Resource, before: Values, changed: Values, values: Values, actor: Actor,
): Record<string, unknown> => {
  const isChange = Object.keys(changed).length > 0;
  const following = {...values, ...stampsOf(resource, changed, new Date()), ...isChange && signed(resource, actor, new Date())};
  return changesIn(resource, before, Object.fromEntries(reachFields(resource).flatMap(field =>
    (field in following ? [[field, following[field]]] : []))));
};

/** Values with a column of the resource's own table. */
const columnsIn = (resource: Resource, actor: Actor, values: Values): {column: Sql; value: Sql}[] => {
  const stamps = {...stampsOf(resource, values, sql`now()`), ...signed(resource, actor, sql`now()`)};
  return Object.entries({...values, ...stamps}).flatMap(([name, value]) => {
    const field = resource.fields[name];
    return field === undefined || field.kind === 'vinculos' ? [] : [{column: sql.ref(columnOf(name, field)), value: sql`${value}`}];
  });
};

/**
 * @param beside what is written with it, naming it by `FIRST_ID`
 * @returns its id
 * @throws Refusal CONFLITO for a value that is taken
 */
export const insertRow = async (
  trx: Transaction<Tables>, config: Config, name: string, actor: Actor, values: Values, beside: readonly Sql[],
): Promise<number> => {
  const resource = resourceOf(config, name);
  const columns = columnsIn(resource, actor, values);
  const row = sql<{id: number}>`
    insert into ${sql.table(tableOf(name))} (${sql.join(columns.map(one => one.column))})
    values (${sql.join(columns.map(one => one.value))}) returning id`;
  const {rows} = await together(row, beside).execute(trx).catch((error: unknown) => refuseTaken(config, name, error));
  return rows[0]?.id ?? 0;
};

/** A change of a record that this transaction holds. */
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
 * Writes what changes, a version later, with all that it means for people and their sessions.
 *
 * @param changed passwords as their hashes
 * @param beside what is written with it
 * @param said what somebody typed to be read with it
 * @param toTeam whether the status entered waits for the team, whomever it waits for by itself
 * @throws Refusal CONFLITO for a value that is taken, or a change that must not be
 */
export const updateRow = async (
  {config, hooks, trx, actor, name, resource, before}: RowChange, id: number, changed: Values, beside: readonly Sql[],
  said?: string, toTeam = false,
): Promise<void> => {
  const {beforeWrite, afterWrite} = hooks.records[name] ?? {};
  const written = {config, trx, actor, resource, id, record: {...before, ...changed}, changed: new Set(Object.keys(changed))};
  const assigned = columnsIn(resource, actor, changed).map(({column, value}) => sql`${column} = ${value}`);
  const more = [
    ...await beforeWrite?.(written) ?? [], ...(said === undefined ? forgotten(resource, changed) : commented(actor, said)),
    ...escalated(resource, changed, toTeam),
  ];
  // Where no value could be taken, what is read next goes with it.
  const goesAlone = Object.keys(changed)
    .some(field => resource.fields[field]?.unique !== undefined || resource.unique?.some(names => names.includes(field)) === true);
  const row = sql`
    update ${sql.table(tableOf(name))} set ${sql.join([...assigned, ...more, sql`versao = versao + 1`])}
    where id = ${id} returning id`;
  const files = attachedWrites(resource, before, changed, sql`${id}`);
  const all = together(row, [...beside, ...files, ...forgetOfChildren(config, name, resource, id, changed)]);
  await (goesAlone ? all : sql`${held}${all}`).execute(trx)
    .catch((error: unknown) => refuseTaken(config, name, error));
  await noteAbsence(trx, config, name, id, written.record, changed);
  await afterWrite?.(written);
};
