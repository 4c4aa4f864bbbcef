/** SQL predicates of conditions (`schema/conditions`) and access scopes. */
import {sql} from 'kysely';
import {choosesCompany, scopeOf} from '../../../schema/access.ts';
import type {BuiltIn} from '../../../schema/conditions/builtIn.ts';
import {anyIn, spelledOf} from '../../../schema/conditions/conditions.ts';
import type {Condition, Said, Word} from '../../../schema/config/conditions.ts';
import {eachSaid} from '../../../schema/conditions/words.ts';
import type {Config} from '../../../schema/config/config.ts';
import {isRequired} from '../../../schema/conditions/fieldConditions.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {USERS} from '../../../schema/needed.ts';
import {resourceOf, snake, tableOf} from '../names.ts';
import type {Sql} from '../tables.ts';
import {
  allOf, comparePredicate, EVERYTHING, isFilled, namedPredicate, notDeleted, NOTHING, side, valuesPredicate, type Predicate, type Rows,
  type Who,
} from './rows.ts';
import {waitsPredicate} from './waits.ts';

/** True if no company means no rows. A robot whose profile may lack a company reaches all rows instead. */
const needsCompany = (config: Config, actor: Who): boolean => {
  if (config.profiles[actor.perfil]?.robot !== true) return true;
  const resource = resourceOf(config, USERS);
  const field = resource.fields['idEmpresa'];
  const session = {id: 0, perfil: actor.perfil, idEmpresa: null, codigoExterno: ''};
  return field === undefined || isRequired(field, {resource, record: {tipo: actor.idPerfil}, session});
};

const ownerColumn = ({resource, alias}: Rows, owner: 'empresa' | 'filial'): Sql | undefined => {
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
    // An array subquery runs once, which allows an index scan; a join might scan every row.
    return column === undefined
      ? NOTHING
      : sql`${column} = any (array(${filiais}))`;
  },
  proprio: ({actor, alias}) => sql`${sql.ref(`${alias}.id`)} = ${actor.id}`,
  criado: () => EVERYTHING,
  participou: rows => sql`${sql.ref(`${rows.alias}.id`)} in (${participations(rows)})`,
  noEscopo: ({config, name, actor, alias}) => scopePredicate({config}, name, actor, alias),
  // Not expressible in SQL; the config's check refuses them in a scope.
  itensValidos: () => NOTHING,
  naoUltimoAdm: () => NOTHING,
};

/** Ids of the records with a history entry by the actor. */
const participations = ({name, actor}: Rows): Sql =>
  sql`select h.id_registro from historico h where h.id_usuario = ${actor.id} and h.recurso = ${name}`;

/** Rows whose referenced record satisfies every predicate. */
const throughPredicate = (
  reference: string, rows: Rows, conditionsOn: (target: Rows) => readonly Predicate[], isOptional = false,
): Predicate => {
  const field = rows.resource.fields[reference];
  if (field?.kind !== 'referencia') return NOTHING;
  const target = {...rows, name: field.to, resource: resourceOf(rows.config, field.to), alias: `${rows.alias}_de`};
  const referenceColumn = `${rows.alias}.${snake(reference)}`;
  return namedPredicate({referenceColumn, table: tableOf(field.to), alias: target.alias, conditions: conditionsOn(target), isOptional});
};

/** The predicate of each word of the condition language. */
const wordPredicates: {readonly [W in Word]: (value: Said<W>, rows: Rows) => Predicate} = {
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
  through: (value, rows) => allOf(Object.entries(value).map(([reference, condition]) =>
    throughPredicate(reference, rows, target =>
      [notDeleted(target.name, target.resource, target.alias), conditionPredicate(condition, target)]))),
  not: (condition, rows) => sql`not coalesce(${conditionPredicate(condition, rows)}, false)`,
  any: (conditions, rows) => orPredicate(conditions, rows),
  all: (conditions, rows) => allOf(conditions.map(condition => conditionPredicate(condition, rows))),
};

/** The predicate of any condition: built in, declared, a name of `people`, or inline. */
export const conditionPredicate = (condition: Condition, rows: Rows): Predicate => {
  const name = typeof condition === 'string' ? condition : '';
  const person = rows.resource.people?.[name]?.field;
  if (person !== undefined) return sql`${sql.ref(`${rows.alias}.${snake(person)}`)} = ${rows.actor.id}`;
  const [inline] = eachSaid(spelledOf(rows.resource, condition), (word, value) => wordPredicates[word](value, rows));
  return inline ?? (Object.hasOwn(builtIns, name) ? builtIns[name as BuiltIn](rows) : NOTHING);
};

const PARTICIPATED = 'participou' satisfies BuiltIn;

const orPredicate = (conditions: readonly Condition[], rows: Rows): Predicate =>
  sql`(${sql.join(conditions.map(condition => conditionPredicate(condition, rows)), sql` or `)})`;

/** {@link anyPredicate} for testing single rows: no candidate ids are collected first. */
export const anyOfRow = (names: readonly Condition[], rows: Rows): Predicate => {
  const others = names.filter(condition => condition !== PARTICIPATED);
  if (others.length === names.length) return orPredicate(names, rows);
  // `offset 0` stops PostgreSQL from reading all history entries of a person first, which may be very many.
  const participated: Predicate = sql`exists (${participations(rows)} and h.id_registro = ${sql.ref(`${rows.alias}.id`)} offset 0)`;
  return others.length === 0 ? participated : sql`(${orPredicate(others, rows)} or ${participated})`;
};

/**
 * Splits an `or` into disjoint predicates, each with an index of its own, where one index cannot serve all.
 *
 * @returns empty where an `or` is served as well
 */
export const apart = (names: readonly Condition[], rows: Rows): readonly Predicate[] => {
  const others = names.filter(condition => condition !== PARTICIPATED);
  if (others.length === names.length) return [];
  const participated = conditionPredicate(PARTICIPATED, rows);
  if (others.length === 0) return [participated];
  const othersPredicate = orPredicate(others, rows);
  return [othersPredicate, sql`(${participated} and not coalesce(${othersPredicate}, false))`];
};

/** The rows that satisfy at least one of several conditions. @param within conditions of the same scope on company and branch alone */
const anyPredicate = (names: readonly Condition[], rows: Rows, within: readonly Condition[]): Predicate => {
  const {name, alias} = rows;
  if (!names.includes(PARTICIPATED)) return orPredicate(names, rows);
  // A union of short index scans; an `or` would test each row of the company.
  const inner = {...rows, alias: 'q'};
  const others = names.filter(condition => condition !== PARTICIPATED).map(condition => sql`
    select q.id from ${sql.table(tableOf(name))} as q
    where ${allOf([conditionPredicate(condition, inner), ...within.map(place => conditionPredicate(place, inner))])}`);
  return sql`${sql.ref(`${alias}.id`)} in (${sql.join([...others, participations(rows)], sql` union all `)})`;
};

/** The columns that a scope depends on: none, company, branch. */
export const levels = ['tudo', 'empresa', 'filial'] as const;
export type Level = (typeof levels)[number];

/** Rules on a record's company and branch alone. */
const BY_PLACE: Readonly<Partial<Record<string, Level>>> = {tudo: 'tudo', empresa: 'empresa', filiais: 'filial'};
export const placeOf = (rule: Condition): Level | undefined => (typeof rule === 'string' ? BY_PLACE[rule] : undefined);

const rulePredicate = (rule: Condition, rows: Rows, scope: readonly Condition[]): Predicate => {
  const alternatives = anyIn(rule);
  return alternatives === undefined ? conditionPredicate(rule, rows)
    : anyPredicate(alternatives, rows, scope.filter(condition => placeOf(condition) !== undefined));
};

/** Rows without a deleted ancestor, because a deletion hides the children too. */
export const parentNotDeleted = (rows: Rows): Predicate => {
  const {resource: {owner, fields}, config} = rows;
  const reference = fields[owner?.through ?? ''];
  if (owner?.through === undefined || reference?.kind !== 'referencia') return EVERYTHING;
  const liveConditions = (parent: Rows): Predicate[] =>
    [notDeleted(parent.name, parent.resource, parent.alias), parentNotDeleted(parent)].filter(predicate => predicate !== EVERYTHING);
  if (liveConditions({...rows, name: reference.to, resource: resourceOf(config, reference.to)}).length === 0) return EVERYTHING;
  // A row without a parent belongs to nobody and stays.
  return throughPredicate(owner.through, rows, liveConditions, true);
};

/** The predicate of a scope rule, on the record itself or on the parent that has its owner. */
export const ruleOn = (rule: Condition, rows: Rows, scope: readonly Condition[]): Predicate => {
  const through = rows.resource.owner?.through;
  if (placeOf(rule) === undefined || rule === 'tudo' || through === undefined) return rulePredicate(rule, rows, scope);
  return throughPredicate(through, rows, parent => [ruleOn(rule, parent, scope)]);
};

/**
 * The rows of a resource that the actor may see, without deleted ones.
 *
 * @param alias of the resource's table in the query:
 * `… from filiais as t where ${scopePredicate(context, 'filiais', actor, 't')}`
 */
export const scopePredicate = ({config}: Pick<Rows, 'config'>, name: string, actor: Who, alias: string): Predicate => {
  const resource = resourceOf(config, name);
  const scope = scopeOf(resource, actor.perfil);
  const rows = {config, name, resource, actor, alias};
  if (scope.length === 0) return NOTHING;
  return allOf([notDeleted(name, resource, alias), parentNotDeleted(rows), ...scope.map(rule => ruleOn(rule, rows, scope))]);
};

/** Rows whose names the actor may read, deleted or not: of the own company, unless the actor chooses the company. */
export const companyRows = (rows: Rows): Predicate => {
  const {config, actor, resource: {owner}} = rows;
  const isUnlimited = (owner?.empresa === undefined && owner?.through === undefined) || choosesCompany(config, actor.perfil);
  return isUnlimited ? EVERYTHING : ruleOn('empresa', rows, ['empresa']);
};

/** Rows that a reference field offers. */
export const namedRows = (rows: Rows): Predicate =>
  allOf([notDeleted(rows.name, rows.resource, rows.alias), parentNotDeleted(rows), companyRows(rows)]);
