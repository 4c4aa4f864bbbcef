/** Lists (rules: Lists 1, 2): filtered, sorted, paged, with an exact total. */
import {sql} from 'kysely';
import type {Actor, Context} from '../../context.ts';
import {resourceOf} from '../../db/names.ts';
import {once} from '../../db/signs.ts';
import type {Sql} from '../../db/tables.ts';
import {present} from '../../engine/read.ts';
import {askedOf, matchesOf, type Asked, type Sorted} from '../filters/matching.ts';
import {countedTotal} from './counted.ts';
import {readFar} from './farPages.ts';
import {readBoth, readRows, readTotal, rowTotal, valueOrder, type Found, type ListQuery, type Paged} from './page.ts';
import {found, ownOrder, readFound, readFoundTexts} from './sorted.ts';
import {ID, inOrder, stretchesOf, wholeOf, type Direction, type Order} from './stretches.ts';
import {isExact, walk, wayOf, type OrderWalk} from './walk.ts';

export type {ListQuery} from './page.ts';
export interface ListResult {
  /** Rows that match, on all pages. */
  total: number;
  rows: Record<string, unknown>[];
}

/**
 * Rows up to which a page is walked from the list's beginning, without a look at where its other end is; PostgreSQL would rather
 * sort, where it believes that they are a good part of all.
 */
const NEAR = 1000;
/** The same where their number need not be counted: the other end is then not looked for until it pays. */
const NEAR_IF_COUNTED = 30_000;
/** Matches that are found and sorted sooner than a short walk may be in vain, for each row up to the page's end. */
const FEW = 10;
/** Rows of which each is looked at for a text sooner than a statement is planned that asks the text's index. */
const NARROW = 2000;
/** The same of a text that many have: of those its index gives all that are in the table, which takes as long as many rows. */
const NARROW_FOR_MANY = 30_000;

/** Whether a page has what its total says; not where rows without a value begin, or where a walk was too short. */
const isWhole = ({total, rows}: Found, {offset, limit}: Paged['query']): boolean =>
  rows.length === Math.min(limit, Math.max(0, total - offset));

/**
 * Planned anew each time where the way is not exact: on average a company has fewer rows than a short walk passes over, and a plan for
 * all companies would have those of the largest sorted instead.
 */
const readPage = async (list: Paged, by: Order, way: OrderWalk): Promise<Found> => {
  const {query} = list;
  const end = query.offset + query.limit;
  const counted = countedTotal(list);
  if (end > (counted !== undefined && isExact(way) ? NEAR_IF_COUNTED : NEAR)) return readFar(list, way);
  const total = counted ?? (isExact(way) ? rowTotal(list) : undefined);
  const planned = isExact(way) ? sql`` : once;
  const page = total === undefined ? undefined : await readBoth(list, walk(list, way), total, planned);
  if (page !== undefined && isWhole(page, query)) return page;
  if (isExact(way)) return readFar(list, way);
  const matches = page?.total ?? await readTotal(list, rowTotal(list), once);
  if (matches === 0) return {total: 0, rows: []};
  const ways = [
    ...(matches <= FEW * end ? [() => readFound(list, by, matches)] : []),
    ...(page === undefined ? [async () => ({total: matches, rows: await readRows(list, walk(list, way), once)})] : []),
  ];
  const [read = () => readFar(list, way)] = ways;
  const next = await read();
  return isWhole(next, query) ? next : readFar(list, way);
};

/** How many rows there are to look for a text in; where they have to be counted, no further than makes a difference. */
const narrowed = (asked: Asked): Sql => countedTotal({...asked, texts: []}) ?? sql`(
  select count(*) from (select from ${matchesOf(asked, 'none')} limit ${sql.lit(NARROW_FOR_MANY + 1)}) as narrow)`;

const readTexts = async (
  asked: Asked & {query: ListQuery}, by: Order | undefined, page: {list: Paged; way: OrderWalk} | undefined,
): Promise<Found> => {
  const near = page !== undefined && page.list.query.offset + page.list.query.limit <= NEAR ? page : undefined;
  // Whoever reaches everything walks the same way whatever is looked for, and is told with it; where a company decides, it is planned anew.
  const first = near?.way.inside.length === 0 ? await readBoth(near.list, walk(near.list, near.way), narrowed(asked)) : undefined;
  const rest = first?.total ?? await readTotal(asked, narrowed(asked));
  if (rest <= NARROW) return readFoundTexts(asked, by, 'ofEach');
  if (near !== undefined) {
    const {list, way} = near;
    const rows = first?.rows ?? await readRows(list, walk(list, way), once);
    // A text that many have: the page is there, and no more is to be found than their number.
    if (rows.length === list.query.limit) {
      if (list.query.uncounted) return {total: rows.length, rows};
      const total = rest <= NARROW_FOR_MANY ? readTotal(list, rowTotal(list, 'ofEach')) : readTotal(list, rowTotal(list), once);
      return {total: Math.max(await total, list.query.offset + rows.length), rows};
    }
  }
  return readFoundTexts(asked, by, 'byIndex');
};

const read = (asked: Asked & {query: ListQuery}): Promise<Found> => {
  const {context, resource, query} = asked;
  const {limit} = query;
  const by = ownOrder(context, resource, query.sort.field);
  const list = limit === undefined ? undefined : {...asked, query: {...query, limit}};
  const way = by === undefined ? undefined : wayOf(asked, by);
  if (asked.texts.length > 0) return readTexts(asked, by, list && way && {list, way});
  return list === undefined || by === undefined || way === undefined ? readFound(asked, by, undefined) : readPage(list, by, way);
};

/**
 * The rows of a resource that a person reaches, never more than `limit` of them.
 *
 * @throws Refusal 400 for a filter or an order by a field that the profile does not see
 */
export const listRows = async (context: Context, name: string, actor: Actor, query: ListQuery): Promise<ListResult> => {
  const resource = resourceOf(context.config, name);
  const {total, rows} = await read({...askedOf(context, name, actor, query), query});
  return {total, rows: rows.map(row => present(context.config, resource, actor, row))};
};

/**
 * The ids of every match, all pages, in the list's order.
 *
 * @throws Refusal 400 for a filter or an order by a field that the profile does not see
 */
export const matchingIds = async (context: Context, name: string, actor: Actor, query: Sorted): Promise<number[]> => {
  const asked = askedOf(context, name, actor, query);
  const {sort: {field, order: direction}} = query;
  const by = ownOrder(context, asked.resource, field);
  if (by === undefined) {
    return idsOf(
      asked, [sql`select id from (${found(asked, by, 'byIndex')}) as found order by ${valueOrder('found', direction)}`], direction,
    );
  }
  const {filled, missing, blank} = by.emptiness === undefined ? {filled: wholeOf(by)} : stretchesOf(by, by.emptiness);
  const parts = [filled, missing, blank].filter(stretch => stretch !== undefined).map(stretch =>
    sql`select ${ID} as id from ${matchesOf(asked, 'byIndex', [stretch.where])} order by ${inOrder(stretch, direction)}`);
  return idsOf(asked, parts, direction);
};

/** The ids that each part selects as `id`; what comes after the first is in the order of their numbers, together. */
const idsOf = async ({context: {db}, texts}: Asked, parts: readonly Sql[], direction: Direction): Promise<number[]> => {
  // One value each: a hundred thousand rows of their own take several times as long on their way as they do to be found.
  const each = parts.map(part => sql`(select coalesce(json_agg(id), '[]') from (${part}) as sorted)`);
  const {rows} = await sql<{ids: number[][]}>`${texts.length > 0 ? once : sql``}select json_build_array(${sql.join(each)}) as ids`
    .execute(db);
  const [filled = [], missing = [], blank = []] = rows[0]?.ids ?? [];
  if (missing.length === 0 || blank.length === 0) return [...filled, ...missing, ...blank];
  return [...filled, ...[...missing, ...blank].toSorted((one, other) => (direction === 'asc' ? one - other : other - one))];
};
