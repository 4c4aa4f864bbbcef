/** What a condition (`schema/conditions`) means as rows of a table: one SQL predicate each, asked by scopes. */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {BuiltIn} from '../../schema/conditions/builtIn.ts';
import {spelledOf} from '../../schema/conditions/conditions.ts';
import {isDay, momentOf} from '../../schema/conditions/moments.ts';
import type {Condition, Said, Word} from '../../schema/conditions/shape.ts';
import {eachSaid} from '../../schema/conditions/words.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {switchOf} from '../../schema/lifeCycle/toggle.ts';
import {TIME_ZONE} from '../../schema/fields/dates.ts';
import type {Field} from '../../schema/fields/fields.ts';
import {shownField} from '../../schema/lists/columns.ts';
import {statusByKey} from '../../schema/lifeCycle/statuses.ts';
import {isRequired} from '../../schema/fields/validate.ts';
import {USERS} from '../accounts/users.ts';
import type {Actor} from '../context.ts';
import {kindColumn, sqlTypeOf, type SqlType} from '../db/kinds.ts';
import {columnOf, resourceOf, snake, tableOf} from '../db/names.ts';
import {waitsPredicate} from './situation.ts';

export type Predicate = RawBuilder<SqlBool>;

export const NOTHING: Predicate = sql`false`;
export const EVERYTHING: Predicate = sql`true`;

/** All hold; an empty list holds. */
export const allOf = (predicates: readonly Predicate[]): Predicate =>
  predicates.length === 0 ? EVERYTHING : sql`(${sql.join(predicates, sql` and `)})`;

/** One of the conditions that all hold for the rows of a list. */
export interface Term {
  predicate: Predicate;
  /** The field that it asks one value of. */
  equals?: string;
  /** The field that it asks values of between two ends. */
  within?: string;
}

/** Whoever asks; or each row of a relation of users, by its columns. `filiais`: their branches, where they are not the stored ones. */
export type Who = Pick<Actor, 'perfil' | 'idPerfil'> & {[K in 'id' | 'idEmpresa' | 'codigoExterno']: Actor[K] | RawBuilder<unknown>} &
  {filiais?: RawBuilder<unknown>};

export interface Rows {
  config: Config;
  name: string;
  resource: Resource;
  actor: Who;
  /** What the resource's table is called in the query. */
  alias: string;
}

/** Whether nobody of this profile can be without a company: then having none reaches nothing, not everything. */
const needsCompany = (config: Config, actor: Who): boolean => {
  const resource = resourceOf(config, USERS);
  const field = resource.fields['idEmpresa'];
  const session = {id: 0, perfil: actor.perfil, idEmpresa: null, codigoExterno: ''};
  return field === undefined || isRequired(field, {resource, record: {tipo: actor.idPerfil}, session});
};

const ownerColumn = ({resource, alias}: Rows, owner: 'empresa' | 'filial'): RawBuilder<unknown> | undefined => {
  const field = resource.owner?.[owner];
  return field === undefined ? undefined : sql.ref(`${alias}.${snake(field)}`);
};

const builtIns: Record<BuiltIn, (rows: Rows) => Predicate> = {
  tudo: () => EVERYTHING,
  empresa: rows => {
    const column = ownerColumn(rows, 'empresa');
    if (column === undefined) return NOTHING;
    const {idEmpresa} = rows.actor;
    if (idEmpresa === null) return needsCompany(rows.config, rows.actor) ? NOTHING : EVERYTHING;
    return typeof idEmpresa === 'number' || needsCompany(rows.config, rows.actor)
      ? sql`${column} = ${idEmpresa}` : sql`coalesce(${column} = ${idEmpresa}, true)`;
  },
  filiais: rows => {
    const column = ownerColumn(rows, 'filial');
    const {id, filiais = sql`select id_filial from usuarios_filiais where id_usuario = ${id}`} = rows.actor;
    // Read once, so that an index is asked for these branches; a join might read every row instead.
    return column === undefined
      ? NOTHING
      : sql`${column} = any (array(${filiais}))`;
  },
  proprio: ({actor, alias}) => sql`${sql.ref(`${alias}.id`)} = ${actor.id}`,
  criado: () => EVERYTHING,
  participou: rows => sql`${sql.ref(`${rows.alias}.id`)} in (${participations(rows)})`,
  // Nothing that rows could be found by; the config's check refuses them in a scope.
  itensValidos: () => NOTHING,
  naoUltimoAdm: () => NOTHING,
};

/** The records whose history has a step of theirs. */
const participations = ({name, actor}: Rows): RawBuilder<unknown> =>
  sql`select h.id_registro from historico h where h.id_usuario = ${actor.id} and h.recurso = ${name}`;

/** A field's value in a row; what is read through a reference is looked up there. */
export const cell = ({config, resource, alias}: Rows, name: string, field: Field): RawBuilder<unknown> => {
  if (field.kind !== 'relacionado') return sql.ref(`${alias}.${columnOf(name, field)}`);
  const reference = resource.fields[field.through];
  const target = reference?.kind === 'referencia' ? resourceOf(config, reference.to) : undefined;
  const shown = target?.fields[field.field];
  if (reference?.kind !== 'referencia' || target === undefined || shown === undefined) return sql`null`;
  // Not one that may be the row's own.
  const read = `${alias}_lido`;
  return sql`(select ${sql.ref(`${read}.${columnOf(field.field, shown)}`)}
    from ${sql.table(tableOf(reference.to))} as ${sql.ref(read)}
    where ${sql.ref(`${read}.id`)} = ${sql.ref(`${alias}.${snake(field.through)}`)})`;
};

/** One side of what is compared. */
interface Side {
  value: RawBuilder<unknown>;
  type: SqlType | null;
  /** Of the row, or of whoever asks where that is a row too: it may be empty. */
  isCell?: true;
}

/** A field of the row, a number, a moment, or a value of the session; undefined for nothing. */
const side = (rows: Rows, name: string | number): Side | undefined => {
  if (typeof name === 'number') return {value: sql`${name}::integer`, type: 'integer'};
  if (name.startsWith('session.')) {
    const value = rows.actor[name.slice('session.'.length) as keyof Who];
    if (value === null || value === '') return undefined;
    return {value: sql`${value}`, type: null, ...(typeof value === 'object' && {isCell: true})};
  }
  const moment = momentOf(name);
  if (moment !== undefined) {
    const type = isDay(moment) ? 'date' : 'timestamp with time zone';
    return {value: sql`${moment}::${sql.raw(type)}`, type};
  }
  const field = rows.resource.fields[name];
  if (field === undefined) return undefined;
  const shown = shownField(rows.config, rows.resource.fields, field);
  const value = cell(rows, name, field);
  const {absent} = kindColumn(shown);
  return {value: absent === undefined ? value : sql`coalesce(${value}, ${absent})`, type: sqlTypeOf(shown), isCell: true};
};
const isFilled = (value: RawBuilder<unknown>): Predicate => sql`coalesce(${value}::text, '') <> ''`;

/** The rows that have, in every field named, one of the values listed. */
const valuesPredicate = (values: Said<'is'>, rows: Rows): Predicate =>
  allOf(Object.entries(values).map(([name, allowed]): Predicate => {
    const {value} = side(rows, name) ?? {};
    return value === undefined || allowed.length === 0 ? NOTHING : sql`${value} in (${sql.join([...allowed])})`;
  }));

/** Of a day and an instant the days in São Paulo are compared. */
const comparePredicate = ([name, operator, with_]: Said<'compare'>, rows: Rows): Predicate => {
  const sides = [side(rows, name), side(rows, with_)];
  const [one, other] = sides;
  if (one === undefined || other === undefined) return NOTHING;
  const byDay = sides.some(own => own?.type === 'date');
  const [left, right] = [one, other].map(({value, type}) =>
    (byDay && type === 'timestamp with time zone' ? sql`(${value} at time zone ${sql.lit(TIME_ZONE)})::date` : value));
  const holds: Predicate = sql`${left} ${sql.raw(operator)} ${right}`;
  // Two empty texts are equal to the database; what is no cell is filled already, and the index serves the comparison alone.
  const mayBeEmpty = one.type === 'text' && other.isCell;
  return mayBeEmpty ? sql`(${holds} and ${isFilled(one.value)})` : holds;
};

/** The rows that are not switched off. */
export const switchedOn = (rows: Rows): Predicate => {
  const toggle = switchOf(rows.resource);
  return toggle === undefined ? EVERYTHING : valuesPredicate({[toggle.field]: [toggle.on]}, rows);
};

/** The rows on which what a condition says by each word holds. */
const words: {readonly [W in Word]: (said: Said<W>, rows: Rows) => Predicate} = {
  filled: (name, rows) => {
    const {value} = side(rows, name) ?? {};
    return value === undefined ? NOTHING : isFilled(value);
  },
  compare: comparePredicate,
  status: (keys, {resource, alias}) => {
    const ids = keys.flatMap(key => statusByKey(resource, key)?.id ?? []);
    if (resource.status === undefined || ids.length === 0) return NOTHING;
    return sql`${sql.ref(`${alias}.${snake(resource.status)}`)} in (${sql.join(ids)})`;
  },
  is: valuesPredicate,
  waits: (waiter, {resource, alias}) => waitsPredicate(resource, waiter, alias),
  not: (condition, rows) => sql`not coalesce(${conditionPredicate(condition, rows)}, false)`,
  any: (conditions, rows) => anyOfThese(conditions, rows),
  all: (conditions, rows) => allOf(conditions.map(condition => conditionPredicate(condition, rows))),
};

/** The rows on which a condition, built in, declared, a name of `people` or in place, holds. */
export const conditionPredicate = (condition: Condition, rows: Rows): Predicate => {
  const name = typeof condition === 'string' ? condition : '';
  const person = rows.resource.people?.[name]?.field;
  if (person !== undefined) return sql`${sql.ref(`${rows.alias}.${snake(person)}`)} = ${rows.actor.id}`;
  const [spelled] = eachSaid(spelledOf(rows.resource, condition), (word, said) => words[word](said, rows));
  return spelled ?? (Object.hasOwn(builtIns, name) ? builtIns[name as BuiltIn](rows) : NOTHING);
};

const PARTICIPATED = 'participou' satisfies BuiltIn;

const anyOfThese = (conditions: readonly Condition[], rows: Rows): Predicate =>
  sql`(${sql.join(conditions.map(one => conditionPredicate(one, rows)), sql` or `)})`;

/** The same as {@link anyPredicate}, to be asked of one row after the other: nothing is found before. */
export const anyOfRow = (names: readonly Condition[], rows: Rows): Predicate => {
  const others = names.filter(one => one !== PARTICIPATED);
  if (others.length === names.length) return anyOfThese(names, rows);
  // The offset keeps PostgreSQL from reading all of a person's steps first, which may be very many.
  const part: Predicate = sql`exists (${participations(rows)} and h.id_registro = ${sql.ref(`${rows.alias}.id`)} offset 0)`;
  return others.length === 0 ? part : sql`(${anyOfThese(others, rows)} or ${part})`;
};

/**
 * Several conditions of which one holds, as predicates of which no row has two: each found by its own way, where one index
 * cannot serve them all.
 *
 * @returns nothing where an `or` of them is served as well
 */
export const apart = (names: readonly Condition[], rows: Rows): readonly Predicate[] => {
  const others = names.filter(one => one !== PARTICIPATED);
  if (others.length === names.length) return [];
  const part = conditionPredicate(PARTICIPATED, rows);
  if (others.length === 0) return [part];
  const either = anyOfThese(others, rows);
  return [either, sql`(${part} and not coalesce(${either}, false))`];
};

/**
 * The rows on which one of several conditions holds.
 *
 * @param within conditions of the same scope that look at company and branch alone
 */
export const anyPredicate = (names: readonly Condition[], rows: Rows, within: readonly Condition[]): Predicate => {
  const {name, alias} = rows;
  if (!names.includes(PARTICIPATED)) return anyOfThese(names, rows);
  // Short lists that indexes give, side by side; an `or` over the rows would have each of the company's looked at.
  const own = {...rows, alias: 'q'};
  const others = names.filter(one => one !== PARTICIPATED).map(one => sql`
    select q.id from ${sql.table(tableOf(name))} as q
    where ${allOf([conditionPredicate(one, own), ...within.map(place => conditionPredicate(place, own))])}`);
  return sql`${sql.ref(`${alias}.id`)} in (${sql.join([...others, participations(rows)], sql` union all `)})`;
};
