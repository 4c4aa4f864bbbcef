/** Plans and reads lists (rules: Lists 1, 2): filtered, sorted, paged, with an exact total. */
import {sql} from 'kysely';
import type {Actor, Context} from '../../context.ts';
import {resourceOf} from '../../db/sqlNames.ts';
import {customPlanPrefix} from '../../db/statementHints.ts';
import type {Sql} from '../../db/tables.ts';
import {toRowAnswer} from '../../engine/readRecord.ts';
import {createListQueryContext, fromMatchingRows, type ListQueryContext, type ListCriteria} from '../filters/listQueryContext.ts';
import {countedTotal} from './counted.ts';
import {readFarPage} from './farPages.ts';
import {
  readPageWithTotal, readPageRows, readTotal, totalExpression, valueOrder, type PageResult, type ListQuery, type PagedListContext,
} from './page.ts';
import {matchingRowsQuery, ownColumnOrder, findAndSort, findAndSortTexts} from './sorted.ts';
import {ID_COLUMN, orderByClause, orderSegments, singleSegment, type SortDirection, type ListOrder} from './orderSegments.ts';
import {isExactScan, indexScanQuery, chooseIndexScan, type IndexScan} from './indexScan.ts';

export type {ListQuery} from './page.ts';
export interface ListResult {
  /** Matching rows on all pages. */
  total: number;
  rows: Record<string, unknown>[];
}

/**
 * Page end up to which the index is walked from the list's beginning, before its far end is considered.
 * PostgreSQL would sort where it expects a good part of all rows.
 */
const MAX_INDEX_WALK_ROWS = 1000;
/** A higher limit where the total is known from counts, because only then does finding the far end need an extra query. */
const MAX_COUNTED_WALK_ROWS = 30_000;
/** Matches per row of the page's end that are sorted faster than a short walk can fail. */
const SORTED_MATCHES_PER_ROW = 10;
/** Rows whose texts are compared faster than a statement is planned that uses the trigram index. */
const MAX_TEXT_SCAN_ROWS = 2000;
/** A higher limit for common texts, because the index returns their matches in the whole table. */
const MAX_COMMON_TEXT_SCAN_ROWS = 30_000;

/** False where rows without a value begin, or a short walk ended early. */
const isComplete = ({total, rows}: PageResult, {offset, limit}: PagedListContext['query']): boolean =>
  rows.length === Math.min(limit, Math.max(0, total - offset));

/**
 * Reads a page by an index scan, by a sort, or from the far end.
 * Inexact scans get a custom plan, because the generic one assumes average companies and would sort all rows of the largest.
 */
const readPage = async (list: PagedListContext, order: ListOrder, scan: IndexScan): Promise<PageResult> => {
  const {query} = list;
  const end = query.offset + query.limit;
  const counted = countedTotal(list);
  if (end > (counted !== undefined && isExactScan(scan) ? MAX_COUNTED_WALK_ROWS : MAX_INDEX_WALK_ROWS)) return readFarPage(list, scan);
  const total = counted ?? (isExactScan(scan) ? totalExpression(list) : undefined);
  const planHint = isExactScan(scan) ? sql`` : customPlanPrefix;
  const page = total === undefined ? undefined : await readPageWithTotal(list, indexScanQuery(list, scan), total, planHint);
  if (page !== undefined && isComplete(page, query)) return page;
  if (isExactScan(scan)) return readFarPage(list, scan);
  const matches = page?.total ?? await readTotal(list, totalExpression(list), customPlanPrefix);
  if (matches === 0) return {total: 0, rows: []};
  const attempts = [
    ...(matches <= SORTED_MATCHES_PER_ROW * end ? [() => findAndSort(list, order, matches)] : []),
    ...(page === undefined ? [
      async () => ({total: matches, rows: await readPageRows(list, indexScanQuery(list, scan), customPlanPrefix)}),
    ] : []),
  ];
  const [readNext = () => readFarPage(list, scan)] = attempts;
  const result = await readNext();
  return isComplete(result, query) ? result : readFarPage(list, scan);
};

/** Rows to search for a text, counted no further than the choice needs. */
const searchedRowsTotal = (listContext: ListQueryContext): Sql => countedTotal({...listContext, textPredicates: []}) ?? sql`(
  select count(*) from (select from ${fromMatchingRows(listContext, 'none')} limit ${sql.lit(MAX_COMMON_TEXT_SCAN_ROWS + 1)}) as narrow)`;

const readTextMatches = async (
  listContext: ListQueryContext & {query: ListQuery}, order: ListOrder | undefined,
  page: {list: PagedListContext; scan: IndexScan} | undefined,
): Promise<PageResult> => {
  const nearPage = page !== undefined && page.list.query.offset + page.list.query.limit <= MAX_INDEX_WALK_ROWS ? page : undefined;
  // A scan without index predicates is the same for every text, so its page is read with the total; others get a custom plan first.
  const firstRead = nearPage?.scan.indexPredicates.length === 0
    ? await readPageWithTotal(nearPage.list, indexScanQuery(nearPage.list, nearPage.scan), searchedRowsTotal(listContext)) : undefined;
  const rowsToSearch = firstRead?.total ?? await readTotal(listContext, searchedRowsTotal(listContext));
  if (rowsToSearch <= MAX_TEXT_SCAN_ROWS) return findAndSortTexts(listContext, order, 'ofEach');
  if (nearPage !== undefined) {
    const {list, scan} = nearPage;
    const rows = firstRead?.rows ?? await readPageRows(list, indexScanQuery(list, scan), customPlanPrefix);
    // A common text: the page is full, and only the total is missing.
    if (rows.length === list.query.limit) {
      if (list.query.uncounted) return {total: rows.length, rows};
      const total = rowsToSearch <= MAX_COMMON_TEXT_SCAN_ROWS
        ? readTotal(list, totalExpression(list, 'ofEach')) : readTotal(list, totalExpression(list), customPlanPrefix);
      return {total: Math.max(await total, list.query.offset + rows.length), rows};
    }
  }
  return findAndSortTexts(listContext, order, 'byIndex');
};

const readList = (listContext: ListQueryContext & {query: ListQuery}): Promise<PageResult> => {
  const {context, resource, query} = listContext;
  const {limit} = query;
  const order = ownColumnOrder(context, resource, query.sort.field);
  const list = limit === undefined ? undefined : {...listContext, query: {...query, limit}};
  const scan = order === undefined ? undefined : chooseIndexScan(listContext, order);
  if (listContext.textPredicates.length > 0) return readTextMatches(listContext, order, list && scan && {list, scan});
  return list === undefined || order === undefined || scan === undefined
    ? findAndSort(listContext, order, undefined) : readPage(list, order, scan);
};

/**
 * Lists the rows within the caller's scope, at most `limit`.
 *
 * @throws Refusal 400 for a filter or sort by a field hidden from the profile
 */
export const listRows = async (context: Context, name: string, actor: Actor, query: ListQuery): Promise<ListResult> => {
  const resource = resourceOf(context.config, name);
  const {total, rows} = await readList({...createListQueryContext(context, name, actor, query), query});
  return {total, rows: rows.map(row => toRowAnswer(context.config, resource, actor, row))};
};

/**
 * Lists the ids of all matches, in list order.
 *
 * @throws Refusal 400 for a filter or sort by a field hidden from the profile
 */
export const matchingIds = async (context: Context, name: string, actor: Actor, query: ListCriteria): Promise<number[]> => {
  const listContext = createListQueryContext(context, name, actor, query);
  const {sort: {field, order: direction}} = query;
  const order = ownColumnOrder(context, listContext.resource, field);
  if (order === undefined) {
    return idsOf(
      listContext, [
        sql`select id from (${matchingRowsQuery(listContext, order, 'byIndex')}) as found order by ${valueOrder('found', direction)}`,
      ],
      direction,
    );
  }
  const {filled, missing, blank} = order.emptiness === undefined ? {filled: singleSegment(order)} : orderSegments(order, order.emptiness);
  const parts = [filled, missing, blank].filter(segment => segment !== undefined).map(segment =>
    sql`select ${ID_COLUMN} as id from ${fromMatchingRows(listContext, 'byIndex', [segment.where])}
      order by ${orderByClause(segment, direction)}`);
  return idsOf(listContext, parts, direction);
};

/** Ids of segments; those after the first segment are sorted together by id. */
const idsOf = async (
  {context: {db}, textPredicates}: ListQueryContext, parts: readonly Sql[], direction: SortDirection,
): Promise<number[]> => {
  // JSON arrays, because a hundred thousand rows take several times as long to transfer as to find.
  const idArrays = parts.map(part => sql`(select coalesce(json_agg(id), '[]') from (${part}) as sorted)`);
  const prefix = textPredicates.length > 0 ? customPlanPrefix : sql``;
  const {rows} = await sql<{ids: number[][]}>`${prefix}select json_build_array(${sql.join(idArrays)}) as ids`.execute(db);
  const [filled = [], missing = [], blank = []] = rows[0]?.ids ?? [];
  if (missing.length === 0 || blank.length === 0) return [...filled, ...missing, ...blank];
  return [...filled, ...[...missing, ...blank].toSorted((left, right) => (direction === 'asc' ? left - right : right - left))];
};
