/**
 * Reads pages by scanning an index in the list's order, at a cost that does not grow with the table.
 * An exact scan finds only matching rows. Other scans are short at first, because few matches would mean passing all rows, and PostgreSQL
 * estimates such counts badly.
 */
import {sql} from 'kysely';
import type {Resource} from '../../../schema/config/config.ts';
import {companyOf} from '../../../schema/lists/orders.ts';
import {allOf, type Predicate} from '../../db/conditions/rows.ts';
import {isWalked, ownOrders} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {ALIAS} from '../../reach/select.ts';
import {tableIn, type Asked} from '../filters/matching.ts';
import {partOf, rowCount, type Paged} from './page.ts';
import {ID, inOrder, stretchesOf, wholeOf, type Order, type Stretch} from './stretches.ts';

/** Rows that a short scan may pass for each row that it must find. */
const SHORT_SCAN_FACTOR = 40;

/** A scan of an index in the list's order. */
export interface OrderWalk {
  by: Order;
  /** Predicates that the index serves. */
  inside: readonly Predicate[];
  /** Predicates checked row by row. */
  asked: readonly Predicate[];
}

/** Field prefixes of the indexes with this order; indexes of the default order with a status prefix serve each status. */
const indexPrefixes = (resource: Resource, name: string): (readonly string[])[] => {
  const defaultPrefixes = ownOrders(resource);
  return [
    ...(name === resource.list.sort[0]
      ? defaultPrefixes : defaultPrefixes.filter(prefix => prefix.at(-1) === name).map(prefix => prefix.slice(0, -1))),
    ...(isWalked(resource, name) ? [[]] : []),
  ];
};

/** Chooses the index scan that leaves the fewest predicates; undefined: no index has the order, or an id filter makes it pointless. */
export const wayOf = (list: Asked, order: Order): OrderWalk | undefined => {
  const {resource, terms, texts, apart, either, query: {sort}} = list;
  const fixedFields = new Set(terms.map(({equals}) => equals));
  // A filter by id finds its row directly.
  if (fixedFields.has('id')) return undefined;
  const usablePrefixes = indexPrefixes(resource, sort.field).filter(prefix => prefix.every(name => fixedFields.has(name)));
  const [longestPrefix] = usablePrefixes.toSorted((left, right) => right.length - left.length);
  if (longestPrefix === undefined) return undefined;
  // A branch belongs to one company, so a company filter next to the branch passes no row.
  const company = longestPrefix.includes(resource.owner?.filial ?? '') ? companyOf(resource) : undefined;
  const indexTerms = terms.filter(({equals, within}) =>
    within === sort.field || (equals !== undefined && (longestPrefix.includes(equals) || equals === company)));
  const remainingPredicates = [
    ...terms.filter(term => !indexTerms.includes(term)).map(({predicate}) => predicate),
    ...texts.map(textPredicate => textPredicate('ofEach')), ...(apart.length > 0 ? [either] : []),
  ];
  const hasRangeOnOrder = indexTerms.some(({within}) => within === sort.field);
  return {
    by: hasRangeOnOrder ? {...order, emptiness: undefined} : order, inside: indexTerms.map(({predicate}) => predicate),
    asked: remainingPredicates,
  };
};

/** True: the scan finds exactly the list's rows. */
export const isExact = ({asked}: OrderWalk): boolean => asked.length === 0;

const filledSegment = ({by}: OrderWalk): Stretch => (by.emptiness === undefined ? wholeOf(by) : stretchesOf(by, by.emptiness).filled);

/** Query of a page's rows with a sort value, as `id` and `value`; an inexact scan is limited to a short walk. */
export const walk = (list: Paged, scan: OrderWalk): Sql => {
  const {query} = list;
  const segment = filledSegment(scan);
  const orderClause = inOrder(segment, query.sort.order);
  const row = sql`${ID} as id, ${scan.by.value} as value`;
  const indexPredicate = allOf([...scan.inside, segment.where]);
  if (isExact(scan)) return sql`select ${row} from ${tableIn(list)} where ${indexPredicate} order by ${orderClause} ${partOf(query)}`;
  const offset = query.offset === 0 ? sql`` : sql` + ${query.offset}::integer`;
  const shortLimit = sql`${sql.lit(SHORT_SCAN_FACTOR)} * (${rowCount(query.limit)}${offset})`;
  return sql`
    select ${row} from (
      select * from ${tableIn(list)} where ${indexPredicate} order by ${orderClause} limit ${shortLimit}
    ) as ${sql.ref(ALIAS)} where ${allOf(scan.asked)} order by ${orderClause} ${partOf(query)}`;
};
