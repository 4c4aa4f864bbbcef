/**
 * Pages read by walking the rows in their order. Walking is flat: the first page of a hundred thousand rows costs as much
 * as that of a thousand. Where an index has the very rows that match, no row is passed over. Elsewhere a walk goes a short
 * way at first: where matches are few it would pass over rows without end, and PostgreSQL's own guess of how many there are
 * is what it errs in most.
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

/** Rows that a short walk passes over for each that it has to find. */
const SHORT = 40;

/** A way through an index in the list's order. */
export interface OrderWalk {
  by: Order;
  /** What the index begins with, and the part of it that is walked. */
  inside: readonly Predicate[];
  /** What is asked of each row. */
  asked: readonly Predicate[];
}

/** What comes before the order in the indexes that have it; those of the list's own order have that of a status too, for each status. */
const leadsTo = (resource: Resource, name: string): (readonly string[])[] => {
  const own = ownOrders(resource);
  return [
    ...(name === resource.list.sort[0] ? own : own.filter(lead => lead.at(-1) === name).map(lead => lead.slice(0, -1))),
    ...(isWalked(resource, name) ? [[]] : []),
  ];
};

/** The way that leaves least to be asked; undefined where no index has the order, or none is needed. */
export const wayOf = (list: Asked, by: Order): OrderWalk | undefined => {
  const {resource, terms, texts, apart, either, query: {sort}} = list;
  const known = new Set(terms.map(({equals}) => equals));
  // A record's number finds it by itself.
  if (known.has('id')) return undefined;
  const leads = leadsTo(resource, sort.field).filter(one => one.every(name => known.has(name)));
  const [lead] = leads.toSorted((one, other) => other.length - one.length);
  if (lead === undefined) return undefined;
  // A branch is of one company: asked of its records, which have it in their index, it passes over none.
  const company = lead.includes(resource.owner?.filial ?? '') ? companyOf(resource) : undefined;
  const inside = terms.filter(({equals, within}) =>
    within === sort.field || (equals !== undefined && (lead.includes(equals) || equals === company)));
  const asked = [
    ...terms.filter(term => !inside.includes(term)).map(({predicate}) => predicate),
    ...texts.map(part => part('ofEach')), ...(apart.length > 0 ? [either] : []),
  ];
  const isFilled = inside.some(({within}) => within === sort.field);
  return {by: isFilled ? {...by, emptiness: undefined} : by, inside: inside.map(({predicate}) => predicate), asked};
};

/** Whether the way has the list's own rows and no others. */
export const isExact = ({asked}: OrderWalk): boolean => asked.length === 0;

/** Those of a way with a value to be ordered by, or all, where all have one. */
const filledOf = ({by}: OrderWalk): Stretch => (by.emptiness === undefined ? wholeOf(by) : stretchesOf(by, by.emptiness).filled);

/**
 * A page of the rows that have a value to be ordered by, as a query of `id` and `value`: all of it on an exact way, and on
 * any other what a short walk finds.
 */
export const walk = (list: Paged, way: OrderWalk): Sql => {
  const {query} = list;
  const stretch = filledOf(way);
  const order = inOrder(stretch, query.sort.order);
  const row = sql`${ID} as id, ${way.by.value} as value`;
  const inside = allOf([...way.inside, stretch.where]);
  if (isExact(way)) return sql`select ${row} from ${tableIn(list)} where ${inside} order by ${order} ${partOf(query)}`;
  const short = sql`${sql.lit(SHORT)} * (${rowCount(query.limit)}${query.offset === 0 ? sql`` : sql` + ${query.offset}::integer`})`;
  return sql`
    select ${row} from (
      select * from ${tableIn(list)} where ${inside} order by ${order} limit ${short}
    ) as ${sql.ref(ALIAS)} where ${allOf(way.asked)} order by ${order} ${partOf(query)}`;
};
