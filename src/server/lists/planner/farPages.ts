/**
 * Reads pages far down a list, and pages where rows without a value begin, from the nearer end of the index.
 * The exact total decides between an index scan and a sort, for the worst case that all non-matching rows come first.
 */
import {sql} from 'kysely';
import {companyFieldOf} from '../../../schema/lists/orderIndexPrefixes.ts';
import type {Predicate} from '../../db/conditions/fieldPredicates.ts';
import type {EmptinessPredicates} from '../../db/ordering.ts';
import type {StoredRow, Sql} from '../../db/tables.ts';
import {fromMatchingRows} from '../filters/listQueryContext.ts';
import {readPageRows, readTotal, type PageResult, type PagedListContext} from './page.ts';
import {findAndSort} from './sorted.ts';
import {ID_COLUMN, orderByClause, orderSegments, singleSegment, type OrderSegment} from './orderSegments.ts';
import {isExactScan, type IndexScan} from './indexScan.ts';

/**
 * Index rows passed in the time of finding and sorting one match.
 * Measured 8 to 17 where the index says which rows match, as it does for their company (see `../../db/structure/indexes.ts`).
 * Measured 0.5 to 1 where each row is read, but matches rarely all come last.
 */
const INDEX_ROWS_PER_SORTED_MATCH = 8;
const TABLE_ROWS_PER_SORTED_MATCH = 1.5;

/** Up to this page end its filled rows are counted, because all empty rows may be many more. */
const MAX_COUNTED_PAGE_END = 1000;

/** A range of a segment's rows, in either direction. */
interface SegmentScan {
  segment: OrderSegment;
  backwards: boolean;
  offset: number;
  limit: number;
}

interface ListCounts {
  total: number;
  /** Rows with an empty text. */
  blank: number;
  /** Rows with a value, counted up to the page's end. */
  filled: number;
  /** Estimated table rows: pages on disk times rows per page at the last ANALYZE. */
  size: number;
}

const matchingRows = (list: PagedListContext, extra: readonly Predicate[] = []): Sql => fromMatchingRows(list, 'byIndex', extra);

/** @param countedEnd page end to count filled rows up to; undefined: filled rows are not counted */
const countList = async (
  list: PagedListContext, emptiness: EmptinessPredicates | undefined, countedEnd: number | undefined,
): Promise<ListCounts> => {
  // Counted apart from the total, because the order's own index has these rows in one place.
  const blank = emptiness?.isBlank === undefined ? sql`0` : sql`(select count(*) from ${matchingRows(list, [emptiness.isBlank])})`;
  const filled = emptiness === undefined || countedEnd === undefined
    ? sql`0`
    : sql`(select count(*) from (select from ${matchingRows(list, [emptiness.isFilled])} limit ${countedEnd}::integer) as early)`;
  const {rows} = await sql<ListCounts>`
    select count(*) as total, ${blank} as blank, ${filled} as filled, (
      select pg_relation_size(oid) / current_setting('block_size')::integer
        * case when reltuples > 0 and relpages > 0 then reltuples / relpages else 100 end
      from pg_class where oid = format('%I', ${list.table}::text)::regclass
    )::double precision as size
    from ${matchingRows(list)}`.execute(list.context.db);
  return rows[0] ?? {total: 0, blank: 0, filled: 0, size: 0};
};

/** The range of a segment that a page shows, from the nearer end. @param first offset of the page in the segment */
const segmentScan = (segment: OrderSegment, rows: number, first: number, limit: number): SegmentScan => {
  const [from, to] = [first, first + limit].map(position => Math.min(Math.max(0, position), rows)) as [number, number];
  const backwards = rows - to < from;
  return {segment, backwards, offset: backwards ? rows - to : from, limit: to - from};
};

/** The scans that read a page, one for each segment it shows rows of. */
const pageScans = async (list: PagedListContext, {order}: IndexScan, {total, blank, filled}: ListCounts): Promise<SegmentScan[]> => {
  const {offset, limit, sort} = list.query;
  const {emptiness} = order;
  // A forward scan already has missing values last.
  if (emptiness === undefined || (sort.order === 'asc' && blank === 0)) return [segmentScan(singleSegment(order), total, offset, limit)];
  const segments = orderSegments(order, emptiness);
  if (filled === offset + limit) return [{segment: segments.filled, backwards: false, offset, limit}];
  const missing = await readTotal(list, sql`(select count(*) from ${matchingRows(list, [emptiness.isMissing])})`);
  const rows = total - blank - missing;
  const empty = blank > 0 ? segments.empty : segments.missing;
  return [segmentScan(segments.filled, rows, offset, limit), segmentScan(empty, total - rows, offset - rows, limit)];
};

const OPPOSITE_DIRECTION = {asc: 'desc', desc: 'asc'} as const;

const readScans = async (list: PagedListContext, {order}: IndexScan, scans: readonly SegmentScan[]): Promise<StoredRow[]> => {
  const parts = scans.map(({segment, backwards, offset, limit}) => {
    const {order: direction} = list.query.sort;
    return sql`(
      select ${ID_COLUMN} as id, ${order.sortValue} as value
      from ${matchingRows(list, [segment.where])} order by ${orderByClause(segment, backwards ? OPPOSITE_DIRECTION[direction] : direction)}
      limit ${limit}::integer offset ${offset}::integer
    )`;
  });
  return list.context.db.transaction().execute(async trx => {
    // PostgreSQL prefers to sort all rows for far pages, which takes several times as long as the index scan.
    // The cost of a forbidden sort would start its JIT compiler.
    await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(trx);
    return readPageRows(list, sql.join(parts, sql` union all `), sql``, trx);
  });
};

/** Reads a far page with its exact total; text matches are sorted instead. */
export const readFarPage = async (list: PagedListContext, scan: IndexScan): Promise<PageResult> => {
  const {query: {offset, limit, sort, filter}, resource, disjoint} = list;
  const end = offset + limit;
  const counts = await countList(list, scan.order.emptiness, sort.order === 'desc' && end <= MAX_COUNTED_PAGE_END ? end : undefined);
  const {total, size} = counts;
  const scans = (await pageScans(list, scan, counts)).filter(pageScan => pageScan.limit > 0);
  if (scans.length === 0) return {total, rows: []};
  const nonMatchingRows = isExactScan(scan) ? 0 : Math.max(0, size - total);
  const passedRows = scans.reduce((sum, pageScan) => sum + pageScan.offset + pageScan.limit, nonMatchingRows);
  const isInIndex = disjoint.length === 0 && Object.keys(filter).every(name => name === companyFieldOf(resource));
  return passedRows <= total * (isInIndex ? INDEX_ROWS_PER_SORTED_MATCH : TABLE_ROWS_PER_SORTED_MATCH)
    ? {total, rows: await readScans(list, scan, scans)}
    : findAndSort(list, scan.order, total);
};
