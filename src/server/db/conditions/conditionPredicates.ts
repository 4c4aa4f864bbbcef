import {sql} from 'kysely';
import {canChooseCompany, rowScopeOf} from '../../../schema/access.ts';
import type {BuiltInCondition} from '../../../schema/conditions/builtIn.ts';
import {listAlternatives, inlineConditionOf} from '../../../schema/conditions/evaluate.ts';
import type {Condition, WordValue, ConditionWord} from '../../../schema/shapes/conditions.ts';
import {mapConditionWords} from '../../../schema/conditions/wordTable.ts';
import type {Config} from '../../../schema/shapes/config.ts';
import {isRequired} from '../../../schema/conditions/fieldConditions.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {USERS} from '../../../schema/systemFields.ts';
import {resourceOf, toSnakeCase, tableOf} from '../sqlNames.ts';
import type {Sql} from '../tables.ts';
import {
  andPredicates, comparePredicate, ALL_ROWS, filledPredicate, referencePredicate, notDeleted, NO_ROWS, comparisonOperand, valuesPredicate,
  namesRecordPredicate,
  type Predicate, type PredicateContext,
  type PredicateActor,
} from './fieldPredicates.ts';
import {waitsForPredicate} from './waits.ts';

/** True if no company means no rows. A robot whose profile may lack a company reaches all rows instead. */
const needsCompany = (config: Config, actor: PredicateActor): boolean => {
  if (config.profiles[actor.perfil]?.robot !== true) return true;
  const resource = resourceOf(config, USERS);
  const field = resource.fields['idEmpresa'];
  const session = {id: 0, perfil: actor.perfil, idEmpresa: null, codigoExterno: ''};
  return field === undefined || isRequired(field, {resource, record: {tipo: actor.idPerfil}, session});
};

const ownerColumn = ({resource, alias}: PredicateContext, owner: 'empresa' | 'filial'): Sql | undefined => {
  const field = resource.owner?.[owner];
  return field === undefined ? undefined : sql.ref(`${alias}.${toSnakeCase(field)}`);
};

const builtIns: Record<BuiltInCondition, (rows: PredicateContext) => Predicate> = {
  tudo: () => ALL_ROWS,
  empresa: rows => {
    const column = ownerColumn(rows, 'empresa');
    if (column === undefined) return NO_ROWS;
    const {idEmpresa} = rows.actor;
    if (idEmpresa === null) return needsCompany(rows.config, rows.actor) ? NO_ROWS : ALL_ROWS;
    return typeof idEmpresa === 'number' || needsCompany(rows.config, rows.actor)
      ? sql`${column} = ${idEmpresa}` : sql`coalesce(${column} = ${idEmpresa}, true)`;
  },
  filiais: rows => {
    const column = ownerColumn(rows, 'filial');
    const {id, filiais = sql`select id_filial from usuarios_filiais where id_usuario = ${id}`} = rows.actor;
    // An array subquery runs once, which allows an index scan; a join might scan every row.
    return column === undefined
      ? NO_ROWS
      : sql`${column} = any (array(${filiais}))`;
  },
  proprio: ({actor, alias}) => sql`${sql.ref(`${alias}.id`)} = ${actor.id}`,
  criado: () => ALL_ROWS,
  participou: rows => sql`${sql.ref(`${rows.alias}.id`)} in (${participations(rows)})`,
  noEscopo: ({config, name, actor, alias}) => scopePredicate({config}, name, actor, alias),
  // Not expressible in SQL; the config's check refuses them in a scope.
  itensValidos: () => NO_ROWS,
  naoUltimoAdm: () => NO_ROWS,
};

const participations = ({name, actor}: PredicateContext): Sql =>
  sql`select h.id_registro from historico h where h.id_usuario = ${actor.id} and h.recurso = ${name}`;

const throughPredicate = (
  reference: string, rows: PredicateContext, conditionsOn: (target: PredicateContext) => readonly Predicate[], isOptional = false,
): Predicate => {
  const field = rows.resource.fields[reference];
  if (field?.kind !== 'referencia') return NO_ROWS;
  const target = {...rows, name: field.to, resource: resourceOf(rows.config, field.to), alias: `${rows.alias}_de`};
  const referenceColumn = `${rows.alias}.${toSnakeCase(reference)}`;
  return referencePredicate({referenceColumn, table: tableOf(field.to), alias: target.alias, conditions: conditionsOn(target), isOptional});
};

const wordPredicates: {readonly [W in ConditionWord]: (value: WordValue<W>, rows: PredicateContext) => Predicate} = {
  filled: (name, rows) => {
    const {value} = comparisonOperand(rows, name) ?? {};
    return value === undefined ? NO_ROWS : filledPredicate(value);
  },
  compare: comparePredicate,
  status: (keys, {resource, alias}) => {
    const ids = keys.flatMap(key => statusByKey(resource, key)?.id ?? []);
    if (resource.status === undefined || ids.length === 0) return NO_ROWS;
    return sql`${sql.ref(`${alias}.${toSnakeCase(resource.status)}`)} in (${sql.join(ids)})`;
  },
  is: valuesPredicate,
  waits: (waiter, {resource, alias}) => waitsForPredicate(resource, waiter, alias),
  through: (value, rows) => andPredicates(Object.entries(value).map(([reference, condition]) =>
    throughPredicate(reference, rows, target =>
      [notDeleted(target.name, target.resource, target.alias), conditionPredicate(condition, target)]))),
  not: (condition, rows) => sql`not coalesce(${conditionPredicate(condition, rows)}, false)`,
  any: (conditions, rows) => orPredicate(conditions, rows),
  all: (conditions, rows) => andPredicates(conditions.map(condition => conditionPredicate(condition, rows))),
};

/** The predicate of any condition: built in, declared, a name of `people`, or inline. */
export const conditionPredicate = (condition: Condition, rows: PredicateContext): Predicate => {
  const name = typeof condition === 'string' ? condition : '';
  const person = rows.resource.people?.[name]?.field;
  if (person !== undefined) return namesRecordPredicate(rows, person, rows.actor.id);
  const [inline] = mapConditionWords(inlineConditionOf(rows.resource, condition), (word, value) => wordPredicates[word](value, rows));
  return inline ?? (Object.hasOwn(builtIns, name) ? builtIns[name as BuiltInCondition](rows) : NO_ROWS);
};

const PARTICIPATED = 'participou' satisfies BuiltInCondition;

const orPredicate = (conditions: readonly Condition[], rows: PredicateContext): Predicate =>
  sql`(${sql.join(conditions.map(condition => conditionPredicate(condition, rows)), sql` or `)})`;

/** Like {@link anyConditionPredicate}, for testing single rows: no candidate ids are collected first. */
export const anyConditionPredicateForRow = (names: readonly Condition[], rows: PredicateContext): Predicate => {
  const otherConditions = names.filter(condition => condition !== PARTICIPATED);
  if (otherConditions.length === names.length) return orPredicate(names, rows);
  // `offset 0` stops PostgreSQL from reading all history entries of a person first, which may be very many.
  const participated: Predicate = sql`exists (${participations(rows)} and h.id_registro = ${sql.ref(`${rows.alias}.id`)} offset 0)`;
  return otherConditions.length === 0 ? participated : sql`(${orPredicate(otherConditions, rows)} or ${participated})`;
};

/**
 * Splits an `or` into disjoint predicates, each with an index of its own, where one index cannot serve all.
 *
 * @returns empty where an `or` is served as well
 */
export const disjointPredicates = (names: readonly Condition[], rows: PredicateContext): readonly Predicate[] => {
  const otherConditions = names.filter(condition => condition !== PARTICIPATED);
  if (otherConditions.length === names.length) return [];
  const participated = conditionPredicate(PARTICIPATED, rows);
  if (otherConditions.length === 0) return [participated];
  const otherPredicate = orPredicate(otherConditions, rows);
  return [otherPredicate, sql`(${participated} and not coalesce(${otherPredicate}, false))`];
};

/** The rows that satisfy at least one of several conditions. @param within conditions of the same scope on company and branch alone */
const anyConditionPredicate = (names: readonly Condition[], rows: PredicateContext, within: readonly Condition[]): Predicate => {
  const {name, alias} = rows;
  if (!names.includes(PARTICIPATED)) return orPredicate(names, rows);
  // A union of short index scans; an `or` would test each row of the company.
  const inner = {...rows, alias: 'q'};
  const otherConditions = names.filter(condition => condition !== PARTICIPATED).map(condition => sql`
    select q.id from ${sql.table(tableOf(name))} as q
    where ${andPredicates([conditionPredicate(condition, inner), ...within.map(place => conditionPredicate(place, inner))])}`);
  return sql`${sql.ref(`${alias}.id`)} in (${sql.join([...otherConditions, participations(rows)], sql` union all `)})`;
};

/** The columns that a scope depends on: none, company, branch. */
export const scopeLevels = ['tudo', 'empresa', 'filial'] as const;
export type ScopeLevel = (typeof scopeLevels)[number];

const BY_PLACE: Readonly<Partial<Record<string, ScopeLevel>>> = {tudo: 'tudo', empresa: 'empresa', filiais: 'filial'};
export const scopeLevelOf = (rule: Condition): ScopeLevel | undefined => (typeof rule === 'string' ? BY_PLACE[rule] : undefined);

const rulePredicate = (rule: Condition, rows: PredicateContext, scope: readonly Condition[]): Predicate => {
  const alternatives = listAlternatives(rule);
  return alternatives === undefined ? conditionPredicate(rule, rows)
    : anyConditionPredicate(alternatives, rows, scope.filter(condition => scopeLevelOf(condition) !== undefined));
};

/** Rows without a deleted ancestor, because a deletion hides the children too. */
export const parentNotDeleted = (rows: PredicateContext): Predicate => {
  const {resource: {owner, fields}, config} = rows;
  const reference = fields[owner?.through ?? ''];
  if (owner?.through === undefined || reference?.kind !== 'referencia') return ALL_ROWS;
  const liveConditions = (parent: PredicateContext): Predicate[] =>
    [notDeleted(parent.name, parent.resource, parent.alias), parentNotDeleted(parent)].filter(predicate => predicate !== ALL_ROWS);
  if (liveConditions({...rows, name: reference.to, resource: resourceOf(config, reference.to)}).length === 0) return ALL_ROWS;
  // A row without a parent belongs to nobody and stays.
  return throughPredicate(owner.through, rows, liveConditions, true);
};

/** The predicate of a scope rule, on the record itself or on the parent that has its owner. */
export const scopeRulePredicate = (rule: Condition, rows: PredicateContext, scope: readonly Condition[]): Predicate => {
  const through = rows.resource.owner?.through;
  if (scopeLevelOf(rule) === undefined || rule === 'tudo' || through === undefined) return rulePredicate(rule, rows, scope);
  return throughPredicate(through, rows, parent => [scopeRulePredicate(rule, parent, scope)]);
};

/**
 * The rows of a resource that the actor may see, without deleted ones.
 *
 * @param alias of the resource's table in the query:
 * `… from filiais as t where ${scopePredicate(context, 'filiais', actor, 't')}`
 */
export const scopePredicate = (
  {config}: Pick<PredicateContext, 'config'>, name: string, actor: PredicateActor, alias: string,
): Predicate => {
  const resource = resourceOf(config, name);
  const scope = rowScopeOf(resource, actor.perfil);
  const rows = {config, name, resource, actor, alias};
  if (scope.length === 0) return NO_ROWS;
  return andPredicates(
    [notDeleted(name, resource, alias), parentNotDeleted(rows), ...scope.map(rule => scopeRulePredicate(rule, rows, scope))],
  );
};

/** Rows whose names the actor may read, deleted or not: of the own company, unless the actor chooses the company. */
export const ownCompanyPredicate = (rows: PredicateContext): Predicate => {
  const {config, actor, resource: {owner}} = rows;
  const isUnlimited = (owner?.empresa === undefined && owner?.through === undefined) || canChooseCompany(config, actor.perfil);
  return isUnlimited ? ALL_ROWS : scopeRulePredicate('empresa', rows, ['empresa']);
};

export const offeredRowsPredicate = (rows: PredicateContext): Predicate =>
  andPredicates([notDeleted(rows.name, rows.resource, rows.alias), parentNotDeleted(rows), ownCompanyPredicate(rows)]);
