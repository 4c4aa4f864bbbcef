/**
 * Whether a page is read by walking the rows in their order, or by finding every match first and sorting them.
 *
 * Walking is flat: the first page of a hundred thousand rows costs as much as that of a thousand. But where matches are
 * few it passes over rows without end, and PostgreSQL's own guess of how many there are is what it errs in most. So the
 * choice is made here, from the exact total, and for the worst case: that all rows which do not match come first.
 */
import {sql, type RawBuilder} from 'kysely';
import type {Resource} from '../../schema/config.ts';
import {ruleOf} from '../../schema/kinds.ts';
import {sqlTypeOf} from '../db/kinds.ts';
import type {Emptiness} from '../db/ordering.ts';
import type {DbOrTrx} from '../db/tables.ts';
import type {Predicate} from './conditions.ts';
import type {ListQuery} from './list.ts';
import {ALIAS} from './select.ts';
import {stretchesOf, wholeOf, type Order, type Stretch} from './stretches.ts';

/**
 * How many rows are passed over in the time that one match is found and sorted. Measured 8 to 17 where the order's index
 * says which rows match, which it does of their company (see `../db/columns.ts`); 0.5 to 1 where each row has to be read,
 * but matches rarely all come last.
 */
const PASSED_IN_INDEX = 8;
const PASSED_IN_ROWS = 1.5;

/** The end of a page up to which its rows are counted rather than all that are empty, which may be many more. */
const EARLY = 1000;

/** A part of a stretch's rows in their order, or in the opposite one. */
export interface Walk {
  stretch: Stretch;
  backwards: boolean;
  offset: number;
  limit: number;
}

/** Whether the filter may leave so many rows that walking pays: a period, a range or one of many links does not. */
const isBroad = (resource: Resource, filter: ListQuery['filter']): boolean =>
  Object.keys(filter).every(name => {
    const field = resource.fields[name];
    return field !== undefined && sqlTypeOf(field) !== null && ['part', 'equal'].includes(ruleOf(field).filter);
  });

const rowsOf = (table: string, matching: Predicate): RawBuilder<unknown> => sql`${sql.table(table)} as ${sql.ref(ALIAS)} where ${matching}`;

interface Counted {
  total: number;
  /** Those whose text is empty. */
  blank: number;
  /** Those with a value, counted no further than to the page's end. */
  filled: number;
  /** About how many rows the table has: its size on disk by the rows a page of it had when last counted. */
  size: number;
}

/** @param early the page's end, where it is worth counting to; undefined: nothing filled is counted */
const count = async (db: DbOrTrx, table: string, matching: Predicate, {emptiness}: Order, early: number | undefined): Promise<Counted> => {
  // Apart from the total, which any index gives: the order's own finds them in one place.
  const blank = emptiness?.isBlank === undefined ? sql`0` : sql`(select count(*) from ${rowsOf(table, matching)} and ${emptiness.isBlank})`;
  const filled = emptiness === undefined || early === undefined
    ? sql`0`
    : sql`(select count(*) from (select from ${rowsOf(table, matching)} and ${emptiness.isFilled} limit ${early}::integer) as early)`;
  const {rows} = await sql<Counted>`
    select count(*) as total, ${blank} as blank, ${filled} as filled, (
      select pg_relation_size(oid) / current_setting('block_size')::integer
        * case when reltuples > 0 and relpages > 0 then reltuples / relpages else 100 end
      from pg_class where oid = format('%I', ${table}::text)::regclass
    )::double precision as size
    from ${rowsOf(table, matching)}`.execute(db);
  return rows[0] ?? {total: 0, blank: 0, filled: 0, size: 0};
};

const countMissing = async (db: DbOrTrx, table: string, matching: Predicate, {isMissing}: Emptiness): Promise<number> => {
  const {rows} = await sql<{missing: number}>`select count(*) as missing from ${rowsOf(table, matching)} and ${isMissing}`.execute(db);
  return rows[0]?.missing ?? 0;
};

/** The part of a stretch of so many rows that a page shows; its end is near its end. @param first of the page, from the stretch's own */
const partOf = (stretch: Stretch, rows: number, first: number, limit: number): Walk => {
  const [from, to] = [first, first + limit].map(place => Math.min(Math.max(0, place), rows)) as [number, number];
  const backwards = rows - to < from;
  return {stretch, backwards, offset: backwards ? rows - to : from, limit: to - from};
};

/**
 * The walks that read a page, one for each stretch it shows something of; undefined: find every match first.
 *
 * @param offset of the page, which has `limit` rows at most
 */
export const walkTo = async (
  db: DbOrTrx, resource: Resource, table: string, matching: Predicate, {sort, filter, search, offset, limit}: ListQuery, by: Order,
): Promise<{total: number; parts: Walk[]} | undefined> => {
  if (limit === undefined || !isBroad(resource, filter)) return undefined;
  const end = offset + limit;
  const {total, blank, filled, size} = await count(db, table, matching, by, sort.order === 'desc' && end <= EARLY ? end : undefined);
  const {emptiness} = by;
  const inStretches = async (of: Emptiness): Promise<Walk[]> => {
    const stretches = stretchesOf(by, of);
    if (filled === end) return [{stretch: stretches.filled, backwards: false, offset, limit}];
    const rows = total - blank - await countMissing(db, table, matching, of);
    const empty = blank > 0 ? stretches.empty : stretches.missing;
    return [partOf(stretches.filled, rows, offset, limit), partOf(empty, total - rows, offset - rows, limit)];
  };
  // An index has what is missing last by itself, read forwards.
  const isWhole = emptiness === undefined || (sort.order === 'asc' && blank === 0);
  const parts = (isWhole ? [partOf(wholeOf(by), total, offset, limit)] : await inStretches(emptiness)).filter(part => part.limit > 0);
  const passed = parts.reduce((sum, part) => sum + part.offset + part.limit, Math.max(0, size - total));
  const isInIndex = search === undefined && Object.keys(filter).every(name => name === resource.owner?.empresa);
  return passed <= total * (isInIndex ? PASSED_IN_INDEX : PASSED_IN_ROWS) ? {total, parts} : undefined;
};
