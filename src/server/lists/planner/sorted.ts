/** Reads pages by finding all matches first, by any index, and sorting them. */
import {sql} from 'kysely';
import {resolveShownField} from '../../../schema/lists/columns.ts';
import type {Resource} from '../../../schema/shapes/config.ts';
import {invalidParamMessage} from '../../../schema/words/messages.ts';
import type {Context} from '../../context.ts';
import {columnOf, resourceOf, tableOf} from '../../db/sqlNames.ts';
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

/** Query of all matches: `id` and the sort `value`, from the own column or the referenced record. */
export const matchingRowsQuery = (list: ListQueryContext, order: ListOrder | undefined, textMode: TextMatchMode): Sql => {
  const matches = fromMatchingRows(list, textMode);
  if (order !== undefined) return sql`select ${ID_COLUMN} as id, ${order.sortValue} as value from ${matches}`;
  const {context: {config}, resource, query: {sort}} = list;
  const field = resource.fields[sort.field];
  const reference = field?.kind === 'relacionado' ? resource.fields[field.through] : undefined;
  if (field?.kind !== 'relacionado' || reference?.kind !== 'referencia') throw new TypeError(`${sort.field} is read through no reference`);
  const target = resourceOf(config, reference.to);
  const column = sql.ref(`${RECORD_ALIAS}.${columnOf(field.through, reference)}`);
  return sql`
    select referring.id, ${orderedValue(target, field.field, resolveShownField(config, resource.fields, field), 'r')} as value
    from (select ${ID_COLUMN} as id, ${column} as reference from ${matches}) as referring
    left join ${sql.table(tableOf(reference.to))} as r on r.id = referring.reference`;
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
