/** Reads the rows of a page: ids first, in order, and joins only for those rows. */
import {sql} from 'kysely';
import {PAGE_SIZES} from '../../../schema/lists/listRequest.ts';
import type {DbOrTrx, StoredRow, Sql} from '../../db/tables.ts';
import {RECORD_ALIAS, selectJoins, selectColumns} from '../../rowScope/select.ts';
import type {TextMatchMode} from '../filters/filterPredicates.ts';
import {fromMatchingRows, aliasedTable, type ListQueryContext, type ListCriteria} from '../filters/listQueryContext.ts';
import type {SortDirection} from './orderSegments.ts';

export interface ListQuery extends ListCriteria {
  offset: number;
  /** undefined: all. */
  limit: number | undefined;
  /** The total is not needed; where counting is expensive, the page's rows stand in for it. */
  uncounted?: true;
}

export interface PagedListContext extends ListQueryContext {
  query: ListQuery & {limit: number};
}

export interface PageResult {
  /** Matching rows on all pages. */
  total: number;
  rows: StoredRow[];
}

/** Order of the values; null is last in both directions. */
export const valueOrder = (alias: string, direction: SortDirection): Sql =>
  sql`${sql.ref(`${alias}.value`)} ${sql.raw(direction)} nulls last, ${sql.ref(`${alias}.id`)} ${sql.raw(direction)}`;

const isPageSize = (rows: number): boolean => PAGE_SIZES.some(size => size === rows);

/** Common page sizes are literals, because PostgreSQL plans an unknown limit as a tenth of all rows. */
export const rowCountSql = (rows: number): Sql => (isPageSize(rows) ? sql.lit(rows) : sql`${rows}::integer`);

/** `limit … offset …` of a page. */
export const limitClause = ({offset, limit}: Pick<ListQuery, 'offset' | 'limit'>): Sql =>
  sql`${limit === undefined ? sql`` : sql`limit ${rowCountSql(limit)}`} ${offset === 0 ? sql`` : sql`offset ${offset}::integer`}`;

/** Joins the relation `page` of `id` and `value` with its records and their references. */
const joinedRows = ({resource, query: {sort}, ...asked}: ListQueryContext): Sql =>
  sql`left join ${aliasedTable(asked)} on ${sql.ref(`${RECORD_ALIAS}.id`)} = page.id ${selectJoins(asked.context.config, resource)}
    order by ${valueOrder('page', sort.order)}`;

/**
 * Reads the rows of a page.
 *
 * @param page a query of `id` and `value`, the sort value
 * @param prefix plan hint or CTEs before the statement
 */
export const readPageRows = async (
  list: ListQueryContext, page: Sql, prefix: Sql = sql``, db: DbOrTrx = list.context.db,
): Promise<StoredRow[]> => {
  const {rows} = await sql<StoredRow>`${prefix}
    select ${selectColumns(list.context.config, list.resource)} from (${page}) as page ${joinedRows(list)}`.execute(db);
  return rows;
};

/** Reads a page and its total in one snapshot. @param total an expression */
export const readPageWithTotal = async (list: ListQueryContext, page: Sql, total: Sql, prefix: Sql = sql``): Promise<PageResult> => {
  const {rows} = await sql<StoredRow & {'#total': number}>`${prefix}
    select counted.total as "#total", ${selectColumns(list.context.config, list.resource)}
    from (select ${total} as total) as counted left join (${page}) as page on true ${joinedRows(list)}`.execute(list.context.db);
  // A page beyond the last has a single row, with the total alone.
  return {total: rows[0]?.['#total'] ?? 0, rows: rows.filter(row => row.id !== null)};
};

/** Total of matching rows, as an expression. */
export const totalExpression = (list: ListQueryContext, textMode: TextMatchMode = 'byIndex'): Sql =>
  sql`(select count(*) from ${fromMatchingRows(list, textMode)})`;

export const readTotal = async (list: ListQueryContext, total: Sql, prefix: Sql = sql``): Promise<number> => {
  const {rows} = await sql<{total: number}>`${prefix}select ${total} as total`.execute(list.context.db);
  return rows[0]?.total ?? 0;
};
