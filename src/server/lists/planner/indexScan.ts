/**
 * Reads pages by scanning an index in the list's order, at a cost that does not grow with the table.
 * An exact scan finds only matching rows. Other scans are short at first, because few matches would mean passing all rows, and PostgreSQL
 * estimates such counts badly.
 */
import {sql} from 'kysely';
import type {Resource} from '../../../schema/shapes/config.ts';
import {companyFieldOf} from '../../../schema/lists/orderIndexPrefixes.ts';
import {andPredicates, type Predicate} from '../../db/conditions/fieldPredicates.ts';
import {hasOrderedScan, defaultSortIndexPrefixes} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';
import {aliasedTable, type ListQueryContext} from '../filters/listQueryContext.ts';
import {limitClause, rowCountSql, type PagedListContext} from './page.ts';
import {ID_COLUMN, orderByClause, orderSegments, singleSegment, type ListOrder, type OrderSegment} from './orderSegments.ts';

/** Rows that a short scan may pass for each row that it must find. */
const SHORT_SCAN_FACTOR = 40;

/** A scan of an index in the list's order. */
export interface IndexScan {
  order: ListOrder;
  /** Predicates that the index serves. */
  indexPredicates: readonly Predicate[];
  /** Predicates checked row by row. */
  rowPredicates: readonly Predicate[];
}

/**
 * Leading fields of each index that can give rows ordered by `name` once a filter fixes those fields to one value each; `[]`: an index
 * that needs no such filter. An index of the default order also counts where `name` is its last leading field; only those before it are
 * then fixed.
 */
const indexPrefixes = (resource: Resource, name: string): (readonly string[])[] => {
  const defaultPrefixes = defaultSortIndexPrefixes(resource);
  return [
    ...(name === resource.list.sort[0]
      ? defaultPrefixes : defaultPrefixes.filter(prefix => prefix.at(-1) === name).map(prefix => prefix.slice(0, -1))),
    ...(hasOrderedScan(resource, name) ? [[]] : []),
  ];
};

/** Chooses the index scan that leaves the fewest predicates; undefined: no index has the order, or an id filter makes it pointless. */
export const chooseIndexScan = (list: ListQueryContext, order: ListOrder): IndexScan | undefined => {
  const {resource, terms, textPredicates, disjoint, disjunction, query: {sort}} = list;
  const fixedFields = new Set(terms.map(({equals}) => equals));
  // A filter by id finds its row directly.
  if (fixedFields.has('id')) return undefined;
  const usablePrefixes = indexPrefixes(resource, sort.field).filter(prefix => prefix.every(name => fixedFields.has(name)));
  const [longestPrefix] = usablePrefixes.toSorted((left, right) => right.length - left.length);
  if (longestPrefix === undefined) return undefined;
  // A branch belongs to one company, so a company filter next to the branch passes no row.
  const company = longestPrefix.includes(resource.owner?.filial ?? '') ? companyFieldOf(resource) : undefined;
  const indexTerms = terms.filter(({equals, within}) =>
    within === sort.field || (equals !== undefined && (longestPrefix.includes(equals) || equals === company)));
  const remainingPredicates = [
    ...terms.filter(term => !indexTerms.includes(term)).map(({predicate}) => predicate),
    ...textPredicates.map(textPredicate => textPredicate('ofEach')), ...(disjoint.length > 0 ? [disjunction] : []),
  ];
  const hasRangeOnOrder = indexTerms.some(({within}) => within === sort.field);
  return {
    order: hasRangeOnOrder ? {...order, emptiness: undefined} : order, indexPredicates: indexTerms.map(({predicate}) => predicate),
    rowPredicates: remainingPredicates,
  };
};

/** True: the scan finds exactly the list's rows. */
export const isExactScan = ({rowPredicates}: IndexScan): boolean => rowPredicates.length === 0;

const filledSegment = ({order}: IndexScan): OrderSegment =>
  (order.emptiness === undefined ? singleSegment(order) : orderSegments(order, order.emptiness).filled);

/** Query of a page's rows with a sort value, as `id` and `value`; an inexact scan is limited to a short walk. */
export const indexScanQuery = (list: PagedListContext, scan: IndexScan): Sql => {
  const {query} = list;
  const segment = filledSegment(scan);
  const orderClause = orderByClause(segment, query.sort.order);
  const row = sql`${ID_COLUMN} as id, ${scan.order.value} as value`;
  const indexPredicate = andPredicates([...scan.indexPredicates, segment.where]);
  if (isExactScan(scan)) return sql`select ${row} from ${aliasedTable(list)} where ${indexPredicate}
    order by ${orderClause} ${limitClause(query)}`;
  const offset = query.offset === 0 ? sql`` : sql` + ${query.offset}::integer`;
  const shortLimit = sql`${sql.lit(SHORT_SCAN_FACTOR)} * (${rowCountSql(query.limit)}${offset})`;
  return sql`
    select ${row} from (
      select * from ${aliasedTable(list)} where ${indexPredicate} order by ${orderClause} limit ${shortLimit}
    ) as ${sql.ref(RECORD_ALIAS)} where ${andPredicates(scan.rowPredicates)} order by ${orderClause} ${limitClause(query)}`;
};
