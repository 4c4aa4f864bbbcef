/** Numbers of records read from the counts that triggers keep (`db/counts`): as dear with a million as with a thousand. */
import {sql, type RawBuilder} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import {countedResources, createdField} from '../../../schema/dashboard.ts';
import {NONE} from '../../../schema/lists/query.ts';
import type {Range} from '../../../schema/fields/filterWays.ts';
import {levels, type Level} from '../../db/conditions/conditions.ts';
import {allOf, NOTHING, type Predicate} from '../../db/conditions/rows.ts';
import {ANY_DAY, CREATED, keptIn, NOW, ofTab} from '../../db/counts/definition.ts';
import {columnOf, CREATION, resourceOf, snake} from '../../db/names.ts';
import type {Sql} from '../../db/tables.ts';
import {placeScope, type PlaceScope} from '../../reach/scope.ts';
import {ALIAS} from '../../reach/select.ts';
import {filterPredicate} from '../filters/filters.ts';
import {matchesOf, type Asked} from '../filters/matching.ts';

const inCounts = (column: string): Sql => sql.ref(`${ALIAS}.${column}`);

/** Where the folded counts of a level stand; what does not count there is 0, and said so that the index is read to the day. */
const atLevel = (level: Level): Predicate => allOf([
  sql`nivel = ${sql.lit(levels.indexOf(level))}`,
  ...(level === 'filial' ? [] : [sql<boolean>`id_filial = 0`]),
  ...(level === 'tudo' ? [sql<boolean>`id_empresa = 0`] : []),
]);

/** The level that tells apart what a scope and a question do. */
export const narrowest = (asked: {empresa: boolean; filial: boolean}, scope: Level): Level => {
  if (asked.filial) return 'filial';
  return asked.empresa && scope === 'tudo' ? 'empresa' : scope;
};

/**
 * What follows `from`: counts as a relation with the resource's own columns of company and branch, `dia`, `status` and
 * `quantidade`. Folded ones and what waits to be folded are read in one statement: that is what makes them exact.
 *
 * @param of by the day of creation, by the day of entering a status, or whatever the day, which is kept by branch alone; of a tab
 */
export const countsOf = (config: Config, name: string, of: string, level: Level): Sql => {
  const {empresa = 'idEmpresa', filial = 'idFilial'} = resourceOf(config, name).owner ?? {};
  const {counts, changes} = keptIn(config, name);
  const columns = sql`id_empresa as ${sql.ref(snake(empresa))}, id_filial as ${sql.ref(snake(filial))}, dia, status, quantidade`;
  return sql`(
    select ${columns} from ${sql.table(counts)} where marco = ${sql.lit(of)} and ${atLevel(of === NOW ? 'filial' : level)}
    union all select ${columns} from ${sql.table(changes)} where marco = ${sql.lit(of === NOW ? CREATED : of)}
  ) as ${sql.ref(ALIAS)}`;
};

/** How many records a tab has of which numbers are kept. @param status what stands for it: of somebody's records their number */
export const keptTotal = (config: Config, name: string, tab: string, {level, predicate}: PlaceScope, status: string): Sql => sql`(
  select coalesce(sum(quantidade), 0)::integer from ${countsOf(config, name, ofTab(tab), level)}
  where ${allOf([predicate, sql`dia = ${sql.lit(ANY_DAY)}`, sql`status = ${status}`])})`;

/** The ends of a period as days. */
const daysIn = (value: unknown): Predicate[] => {
  const {from, to}: Range = typeof value === 'object' && value !== null ? value : {from: String(value), to: String(value)};
  return [
    ...(from === undefined ? [] : [sql<boolean>`${inCounts('dia')} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql<boolean>`${inCounts('dia')} <= ${to}::date`]),
  ];
};

const statusIn = (value: unknown): Predicate[] => {
  const values = (Array.isArray(value) ? value : [value]).map(String);
  return [values.length === 0 ? NOTHING : sql`${inCounts('status')} in (${sql.join(values)})`];
};

/**
 * How many rows a list has, as an expression.
 *
 * @returns undefined where it asks for more than place, status and days of creation of what a dashboard counts
 */
export const countedTotal = (asked: Asked): RawBuilder<number> | undefined => {
  const {context, name, resource, actor, exact, texts, apart, isBeyond} = asked;
  const {config} = context;
  const {status, owner: {empresa = '', filial = ''} = {}} = resource;
  const created = createdField(resource) ?? '';
  const field = resource.fields[created];
  const isMore = texts.length > 0 || apart.length > 0 || isBeyond;
  if (!countedResources(config).includes(name) || status === undefined || field === undefined || isMore) return undefined;
  const scope = placeScope(context, name, actor, ALIAS);
  if (scope === undefined) return undefined;
  const {[created]: period, [status]: asksStatus, ...places} = exact;
  const isKept = period !== undefined || columnOf(created, field) === CREATION;
  const isPlaces = Object.entries(places).every(([place, value]) => (place === empresa || place === filial) && value !== NONE);
  if (!isKept || !isPlaces) return undefined;
  const level = narrowest({empresa: empresa in places, filial: filial in places}, scope.level);
  const predicate = allOf([
    scope.predicate, ...Object.entries(places).map(([place, value]) => filterPredicate(config, resource, place, value)),
    ...(period === undefined ? [] : daysIn(period)), ...(asksStatus === undefined ? [] : statusIn(asksStatus)),
  ]);
  const counted = sql<number>`(
    select coalesce(sum(quantidade), 0)::integer
    from ${countsOf(config, name, period === undefined ? NOW : CREATED, level)} where ${predicate})`;
  // Records without a status are not in the counts.
  const column = sql.ref(`${ALIAS}.${snake(status)}`);
  return asksStatus === undefined
    ? sql`(${counted} + (select count(*) from ${matchesOf(asked, 'none', [sql`${column} is null`])}))`
    : counted;
};
