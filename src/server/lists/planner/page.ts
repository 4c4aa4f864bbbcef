/** The rows of a page: their ids come first, in order, and only those rows are joined to what they refer to. */
import {sql} from 'kysely';
import {PAGE_SIZES} from '../../../schema/lists/query.ts';
import type {DbOrTrx, StoredRow, Sql} from '../../db/tables.ts';
import {ALIAS, joins, selection} from '../../reach/select.ts';
import type {TextWay} from '../filters/filters.ts';
import {matchesOf, tableIn, type Asked, type Sorted} from '../filters/matching.ts';
import type {Direction} from './stretches.ts';

export interface ListQuery extends Sorted {
  /** Rows to leave out before the first. */
  offset: number;
  /** undefined: all. */
  limit: number | undefined;
  /** Nobody asks how many there are: where they are dear to count, those of the page are. */
  uncounted?: true;
}

/** A list of which a part is asked for. */
export interface Paged extends Asked {
  query: ListQuery & {limit: number};
}

export interface Found {
  /** Rows that match, on all pages. */
  total: number;
  rows: StoredRow[];
}

/** Values that are empty come last in both directions. */
export const valueOrder = (alias: string, direction: Direction): Sql =>
  sql`${sql.ref(`${alias}.value`)} ${sql.raw(direction)} nulls last, ${sql.ref(`${alias}.id`)} ${sql.raw(direction)}`;

const isUsual = (rows: number): boolean => PAGE_SIZES.some(size => size === rows);

/** A number of rows, said to PostgreSQL where few numbers are: of one that it does not know it believes it to be a tenth of all. */
export const rowCount = (rows: number): Sql => (isUsual(rows) ? sql.lit(rows) : sql`${rows}::integer`);

/** `limit … offset …` of a page; `null` is all. */
export const partOf = ({offset, limit}: Pick<ListQuery, 'offset' | 'limit'>): Sql =>
  sql`${limit === undefined ? sql`` : sql`limit ${rowCount(limit)}`} ${offset === 0 ? sql`` : sql`offset ${offset}::integer`}`;

/** What joins the relation `page`, of `id` and `value`, with its records and with those that they name. */
const rowsIn = ({resource, query: {sort}, ...asked}: Asked): Sql =>
  sql`left join ${tableIn(asked)} on ${sql.ref(`${ALIAS}.id`)} = page.id ${joins(resource)}
    order by ${valueOrder('page', sort.order)}`;

/**
 * Reads a page.
 *
 * @param page a query of `id` and `value`, what they are ordered by
 * @param before `with …` and whatever else begins the statement
 */
export const readRows = async (asked: Asked, page: Sql, before: Sql = sql``, db: DbOrTrx = asked.context.db): Promise<StoredRow[]> => {
  const {rows} = await sql<StoredRow>`${before}
    select ${selection(asked.context.config, asked.resource)} from (${page}) as page ${rowsIn(asked)}`.execute(db);
  return rows;
};

/** The same with a total, of the same moment. @param total an expression */
export const readBoth = async (asked: Asked, page: Sql, total: Sql, before: Sql = sql``): Promise<Found> => {
  const {rows} = await sql<StoredRow & {'#total': number}>`${before}
    select counted.total as "#total", ${selection(asked.context.config, asked.resource)}
    from (select ${total} as total) as counted left join (${page}) as page on true ${rowsIn(asked)}`.execute(asked.context.db);
  // A page beyond the last has one row, with the total and nothing else.
  return {total: rows[0]?.['#total'] ?? 0, rows: rows.filter(row => row.id !== null)};
};

/** How many rows match, as an expression. */
export const rowTotal = (asked: Asked, texts: TextWay = 'byIndex'): Sql =>
  sql`(select count(*) from ${matchesOf(asked, texts)})`;

export const readTotal = async (asked: Asked, total: Sql, before: Sql = sql``): Promise<number> => {
  const {rows} = await sql<{total: number}>`${before}select ${total} as total`.execute(asked.context.db);
  return rows[0]?.total ?? 0;
};
