/**
 * Pages far down a list, and those where its rows without a value begin: walked from the nearer end, after what is between
 * has been counted. Whether walking pays is decided here, from the exact total, and for the worst case: that all rows which do
 * not match come first.
 */
import {sql} from 'kysely';
import {companyOf} from '../../../schema/lists/orders.ts';
import type {Predicate} from '../../db/conditions/rows.ts';
import type {Emptiness} from '../../db/ordering.ts';
import type {StoredRow, Sql} from '../../db/tables.ts';
import {matchesOf} from '../filters/matching.ts';
import {readRows, readTotal, type Found, type Paged} from './page.ts';
import {readFound} from './sorted.ts';
import {ID, inOrder, stretchesOf, wholeOf, type Stretch} from './stretches.ts';
import {isExact, type OrderWalk} from './walk.ts';

/**
 * How many rows are passed over in the time that one match is found and sorted. Measured 8 to 17 where the order's index
 * says which rows match, which it does of their company (see `../../db/structure/indexes.ts`); 0.5 to 1 where each row has to be read,
 * but matches rarely all come last.
 */
const PASSED_IN_INDEX = 8;
const PASSED_IN_ROWS = 1.5;

/** The end of a page up to which its rows are counted rather than all that are empty, which may be many more. */
const EARLY = 1000;

/** A part of a stretch's rows in their order, or in the opposite one. */
interface Walk {
  stretch: Stretch;
  backwards: boolean;
  offset: number;
  limit: number;
}

interface Counted {
  total: number;
  /** Those whose text is empty. */
  blank: number;
  /** Those with a value, counted no further than to the page's end. */
  filled: number;
  /** About how many rows the table has: its size on disk by the rows a page of it had when last counted. */
  size: number;
}

const matching = (list: Paged, more: readonly Predicate[] = []): Sql => matchesOf(list, 'byIndex', more);

/** @param early the page's end, where it is worth counting to; undefined: nothing filled is counted */
const count = async (list: Paged, emptiness: Emptiness | undefined, early: number | undefined): Promise<Counted> => {
  // Apart from the total, which any index gives: the order's own finds them in one place.
  const blank = emptiness?.isBlank === undefined ? sql`0` : sql`(select count(*) from ${matching(list, [emptiness.isBlank])})`;
  const filled = emptiness === undefined || early === undefined
    ? sql`0`
    : sql`(select count(*) from (select from ${matching(list, [emptiness.isFilled])} limit ${early}::integer) as early)`;
  const {rows} = await sql<Counted>`
    select count(*) as total, ${blank} as blank, ${filled} as filled, (
      select pg_relation_size(oid) / current_setting('block_size')::integer
        * case when reltuples > 0 and relpages > 0 then reltuples / relpages else 100 end
      from pg_class where oid = format('%I', ${list.table}::text)::regclass
    )::double precision as size
    from ${matching(list)}`.execute(list.context.db);
  return rows[0] ?? {total: 0, blank: 0, filled: 0, size: 0};
};

/** The part of a stretch of so many rows that a page shows; its end is near its end. @param first of the page, from the stretch's own */
const partOf = (stretch: Stretch, rows: number, first: number, limit: number): Walk => {
  const [from, to] = [first, first + limit].map(place => Math.min(Math.max(0, place), rows)) as [number, number];
  const backwards = rows - to < from;
  return {stretch, backwards, offset: backwards ? rows - to : from, limit: to - from};
};

/** The walks that read a page, one for each stretch it shows something of. */
const walksTo = async (list: Paged, {by}: OrderWalk, {total, blank, filled}: Counted): Promise<Walk[]> => {
  const {offset, limit, sort} = list.query;
  const {emptiness} = by;
  // An index has what is missing last by itself, read forwards.
  if (emptiness === undefined || (sort.order === 'asc' && blank === 0)) return [partOf(wholeOf(by), total, offset, limit)];
  const stretches = stretchesOf(by, emptiness);
  if (filled === offset + limit) return [{stretch: stretches.filled, backwards: false, offset, limit}];
  const missing = await readTotal(list, sql`(select count(*) from ${matching(list, [emptiness.isMissing])})`);
  const rows = total - blank - missing;
  const empty = blank > 0 ? stretches.empty : stretches.missing;
  return [partOf(stretches.filled, rows, offset, limit), partOf(empty, total - rows, offset - rows, limit)];
};

const OPPOSITE = {asc: 'desc', desc: 'asc'} as const;

const walked = async (list: Paged, {by}: OrderWalk, walks: readonly Walk[]): Promise<StoredRow[]> => {
  const parts = walks.map(({stretch, backwards, offset, limit}) => {
    const {order: forwards} = list.query.sort;
    return sql`(
      select ${ID} as id, ${by.sorted} as value
      from ${matching(list, [stretch.where])} order by ${inOrder(stretch, backwards ? OPPOSITE[forwards] : forwards)}
      limit ${limit}::integer offset ${offset}::integer
    )`;
  });
  return list.context.db.transaction().execute(async trx => {
    // For pages far down PostgreSQL would rather sort every row, which takes several times as long as walking the index.
    // What it thinks of a sort it must not do would then start its compiler.
    await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(trx);
    return readRows(list, sql.join(parts, sql` union all `), sql``, trx);
  });
};

/** Reads a page with its exact total, wherever it is; without texts, which are found first so far down. */
export const readFar = async (list: Paged, way: OrderWalk): Promise<Found> => {
  const {query: {offset, limit, sort, filter}, resource, apart} = list;
  const end = offset + limit;
  const counted = await count(list, way.by.emptiness, sort.order === 'desc' && end <= EARLY ? end : undefined);
  const {total, size} = counted;
  const walks = (await walksTo(list, way, counted)).filter(part => part.limit > 0);
  if (walks.length === 0) return {total, rows: []};
  const others = isExact(way) ? 0 : Math.max(0, size - total);
  const passed = walks.reduce((sum, part) => sum + part.offset + part.limit, others);
  const isInIndex = apart.length === 0 && Object.keys(filter).every(name => name === companyOf(resource));
  return passed <= total * (isInIndex ? PASSED_IN_INDEX : PASSED_IN_ROWS)
    ? {total, rows: await walked(list, way, walks)}
    : readFound(list, way.by, total);
};
