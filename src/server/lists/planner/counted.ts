/** Reads totals from counts that triggers maintain (`db/counts`), at a cost that does not grow with the table. */
import {sql, type RawBuilder} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import {countedResources, creationField} from '../../../schema/dashboard.ts';
import {NO_REFERENCE} from '../../../schema/lists/listRequest.ts';
import type {FilterRange} from '../../../schema/fields/filterOperators.ts';
import {scopeLevels, type ScopeLevel} from '../../db/conditions/conditionPredicates.ts';
import {andPredicates, NO_ROWS, type Predicate} from '../../db/conditions/fieldPredicates.ts';
import {ANY_DAY, CREATED_COUNT_KIND, resourceCountTables, CURRENT_COUNT_KIND, tabCountKind} from '../../db/counts/definition.ts';
import {columnOf, CREATION_COLUMN, resourceOf, toSnakeCase} from '../../db/sqlNames.ts';
import type {Sql} from '../../db/tables.ts';
import {companyBranchScope, type CompanyBranchScope} from '../../rowScope/scope.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';
import {listFilterPredicate} from '../filters/filterPredicates.ts';
import {fromMatchingRows, type ListQueryContext} from '../filters/listQueryContext.ts';

const countColumn = (column: string): Sql => sql.ref(`${RECORD_ALIAS}.${column}`);

/** Rows of a count level. Unused columns are 0, and said so, because the index then applies down to the day. */
const levelPredicate = (level: ScopeLevel): Predicate => andPredicates([
  sql`nivel = ${sql.lit(scopeLevels.indexOf(level))}`,
  ...(level === 'filial' ? [] : [sql<boolean>`id_filial = 0`]),
  ...(level === 'tudo' ? [sql<boolean>`id_empresa = 0`] : []),
]);

/** The coarsest count level that separates the scope and the filters. */
export const countLevelFor = (filters: {empresa: boolean; filial: boolean}, scope: ScopeLevel): ScopeLevel => {
  if (filters.filial) return 'filial';
  return filters.empresa && scope === 'tudo' ? 'empresa' : scope;
};

/**
 * Counts as a relation: the resource's columns of company and branch, `dia`, `status`, `quantidade`.
 * Folded counts and pending changes are read in one statement, because only together are they exact.
 *
 * @param marco milestone of the counts: day of creation, day of entering a status, any day (kept by branch alone), or a tab
 */
export const countsRelation = (config: Config, name: string, marco: string, level: ScopeLevel): Sql => {
  const {empresa = 'idEmpresa', filial = 'idFilial'} = resourceOf(config, name).owner ?? {};
  const {counts, changes} = resourceCountTables(config, name);
  const columns = sql`id_empresa as ${sql.ref(toSnakeCase(empresa))}, id_filial as ${sql.ref(toSnakeCase(filial))}, dia, status,
    quantidade`;
  return sql`(
    select ${columns} from ${sql.table(counts)} where marco = ${sql.lit(marco)}
      and ${levelPredicate(marco === CURRENT_COUNT_KIND ? 'filial' : level)}
    union all select ${columns} from ${sql.table(changes)}
      where marco = ${sql.lit(marco === CURRENT_COUNT_KIND ? CREATED_COUNT_KIND : marco)}
  ) as ${sql.ref(RECORD_ALIAS)}`;
};

/** Total of a tab with maintained counts. @param status status key of the counts; for tabs by person, the user's id */
export const countedTabTotal = (
  config: Config, name: string, tab: string, {level, predicate}: CompanyBranchScope, status: string,
): Sql => sql`(
  select coalesce(sum(quantidade), 0)::integer from ${countsRelation(config, name, tabCountKind(tab), level)}
  where ${andPredicates([predicate, sql`dia = ${sql.lit(ANY_DAY)}`, sql`status = ${status}`])})`;

const periodPredicates = (value: unknown): Predicate[] => {
  const {from, to}: FilterRange = typeof value === 'object' && value !== null ? value : {from: String(value), to: String(value)};
  return [
    ...(from === undefined ? [] : [sql<boolean>`${countColumn('dia')} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<boolean>`${countColumn('dia')} <= ${to}::date`]),
  ];
};

const statusPredicates = (value: unknown): Predicate[] => {
  const values = (Array.isArray(value) ? value : [value]).map(String);
  return [values.length === 0 ? NO_ROWS : sql`${countColumn('status')} in (${sql.join(values)})`];
};

/**
 * Total of a list as an expression on the counts.
 *
 * @returns undefined: the list has predicates beyond company, branch, status and day of creation, or no counts exist
 */
export const countedTotal = (list: ListQueryContext): RawBuilder<number> | undefined => {
  const {context, name, resource, actor, exactFilters, textPredicates, disjoint, hasTabPredicate} = list;
  const {config} = context;
  const {status, owner: {empresa = '', filial = ''} = {}} = resource;
  const createdName = creationField(resource) ?? '';
  const field = resource.fields[createdName];
  const hasOtherPredicates = textPredicates.length > 0 || disjoint.length > 0 || hasTabPredicate;
  if (!countedResources(config).includes(name) || status === undefined || field === undefined || hasOtherPredicates) return undefined;
  const scope = companyBranchScope(context, name, actor, RECORD_ALIAS);
  if (scope === undefined) return undefined;
  const {[createdName]: period, [status]: statusFilter, ...places} = exactFilters;
  const hasDayCounts = period !== undefined || columnOf(createdName, field) === CREATION_COLUMN;
  const hasOnlyPlaces = Object.entries(places).every(([place, value]) => (place === empresa || place === filial) && value !== NO_REFERENCE);
  if (!hasDayCounts || !hasOnlyPlaces) return undefined;
  const level = countLevelFor({empresa: empresa in places, filial: filial in places}, scope.level);
  const predicate = andPredicates([
    scope.predicate, ...Object.entries(places).map(([place, value]) => listFilterPredicate(config, resource, place, value)),
    ...(period === undefined ? [] : periodPredicates(period)), ...(statusFilter === undefined ? [] : statusPredicates(statusFilter)),
  ]);
  const countedSum = sql<number>`(
    select coalesce(sum(quantidade), 0)::integer
    from ${countsRelation(config, name, period === undefined ? CURRENT_COUNT_KIND : CREATED_COUNT_KIND, level)} where ${predicate})`;
  // The counts leave out records without a status.
  const column = sql.ref(`${RECORD_ALIAS}.${toSnakeCase(status)}`);
  return statusFilter === undefined
    ? sql`(${countedSum} + (select count(*) from ${fromMatchingRows(list, 'none', [sql`${column} is null`])}))`
    : countedSum;
};
