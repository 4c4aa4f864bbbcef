/** Reads pages by finding all matches first, by any index, and sorting them. */
import {sql} from 'kysely';
import {referencedValueOf, storedFieldOf} from '../../../schema/fields/relatedFields.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {invalidParamMessage} from '../../../schema/words/messages.ts';
import type {Context} from '../../context.ts';
import {resourceOf, tableOf, toSnakeCase} from '../../db/sqlNames.ts';
import {customPlanPrefix} from '../../db/statementHints.ts';
import {orderedValue} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {invalidParam} from '../../errors.ts';
import {RECORD_ALIAS, valueColumn} from '../../rowScope/select.ts';
import type {TextMatchMode} from '../filters/filterPredicates.ts';
import {fromMatchingRows, type ListQueryContext} from '../filters/listQueryContext.ts';
import {countedTotal} from './counted.ts';
import {limitClause, readPageWithTotal, readPageRows, totalExpression, valueOrder, type PageResult, type ListQuery} from './page.ts';
import {ID_COLUMN, listOrderBy, type ListOrder} from './orderSegments.ts';

/** The order by an own column; undefined: by a related record's value. @throws Refusal 400 for a field without a column */
export const ownColumnOrder = ({config}: Pick<Context, 'config'>, resource: Resource, name: string): ListOrder | undefined => {
  const field = resource.fields[name];
  if (field?.kind === 'relacionado') return undefined;
  const hasNoColumn = field !== undefined && valueColumn(config, resource, name, field) === undefined;
  if (hasNoColumn) throw invalidParam(name, invalidParamMessage('sort'));
  return listOrderBy(resource, name);
};

/** Joins the record that a value is read from. @param id of the referenced record @param alias free in the query */
const joinReferenced = (
  config: Config, resource: Resource, name: string, id: Sql, alias: string,
): {joins: Sql; value: Sql} => {
  const read = referencedValueOf(resource, name);
  if (read === undefined) throw new TypeError(`${name} is read through no reference`);
  const target = resourceOf(config, read.to);
  const field = target.fields[read.field];
  if (field === undefined) throw new TypeError(`${read.to} has no ${read.field}`);
  const join = sql`left join ${sql.table(tableOf(read.to))} as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${id}`;
  if (field.kind !== 'relacionado') return {joins: join, value: orderedValue(target, read.field, field, alias)};
  const {joins, value} = joinReferenced(config, target, read.field, sql.ref(`${alias}.${toSnakeCase(field.through)}`), `${alias}_r`);
  return {joins: sql`${join} ${joins}`, value};
};

/** Query of all matches: `id` and the sort `value`, from the own column or the referenced record. */
export const matchingRowsQuery = (list: ListQueryContext, order: ListOrder | undefined, textMode: TextMatchMode): Sql => {
  const matches = fromMatchingRows(list, textMode);
  if (order !== undefined) return sql`select ${ID_COLUMN} as id, ${order.sortValue} as value from ${matches}`;
  const {context: {config}, resource, query: {sort}} = list;
  const {joins, value} = joinReferenced(config, resource, sort.field, sql`referring.reference`, 'r');
  const column = sql.ref(`${RECORD_ALIAS}.${toSnakeCase(storedFieldOf(resource, sort.field))}`);
  return sql`
    select referring.id, ${value} as value
    from (select ${ID_COLUMN} as id, ${column} as reference from ${matches}) as referring ${joins}`;
};

/** Query of a page from a relation of `id` and `value`. */
const pageQuery = ({sort, ...range}: ListQuery, relation: Sql): Sql =>
  sql`select id, value from ${relation} order by ${valueOrder('found', sort.order)} ${limitClause(range)}`;

/** OFFSET 0 is an optimisation fence, because PostgreSQL might walk the whole order to find a few matches. */
const fenced = (matches: Sql): Sql => sql`(${matches} offset 0) as found`;

/** Finds and sorts the matches of a page. @param total the known total */
export const findAndSort = async (
  list: ListQueryContext & {query: ListQuery}, order: ListOrder | undefined, total: number | undefined,
): Promise<PageResult> => {
  const page = pageQuery(list.query, fenced(matchingRowsQuery(list, order, 'byIndex')));
  // Custom plans, because the matches of companies differ by more than planning costs.
  if (total !== undefined) return {total, rows: await readPageRows(list, page, customPlanPrefix)};
  if (list.query.limit !== undefined) return readPageWithTotal(list, page, countedTotal(list) ?? totalExpression(list), customPlanPrefix);
  const rows = await readPageRows(list, page, customPlanPrefix);
  return {total: rows.length, rows};
};

/** Finds and sorts text matches; a CTE compares each text once for both page and total. */
export const findAndSortTexts = (
  list: ListQueryContext & {query: ListQuery}, order: ListOrder | undefined, textMode: TextMatchMode,
): Promise<PageResult> => {
  const usesGenericPlan = textMode === 'ofEach';
  const prefix = sql`${usesGenericPlan ? sql`` : customPlanPrefix}with found as materialized (${matchingRowsQuery(list, order, textMode)})`;
  return readPageWithTotal(list, pageQuery(list.query, sql`found`), sql`(select count(*) from found)`, prefix);
};
