/** Lists (rules: Lists 1, 2): filtered, sorted, paged, with an exact total. */
import {sql, type RawBuilder} from 'kysely';
import {maySee} from '../../schema/access.ts';
import {shownField} from '../../schema/columns.ts';
import type {Resource} from '../../schema/config.ts';
import type {ListRequest} from '../../schema/query.ts';
import type {Actor, Context} from '../context.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import {orderedValue} from '../db/ordering.ts';
import {invalid} from '../errors.ts';
import {filterPredicate} from './filters.ts';
import {present, type StoredRow} from './present.ts';
import {allOf, type Predicate} from './conditions.ts';
import {scopePredicate} from './scope.ts';
import {searchPredicate} from './search.ts';
import {ALIAS, joins, selection, valueOf} from './select.ts';
import {ID, inOrder, orderBy, stretchesOf, wholeOf, type Direction, type Order} from './stretches.ts';
import {walkTo, type Walk} from './walk.ts';

export interface ListQuery extends Pick<ListRequest, 'sort' | 'filter'> {
  /** A text that finds records as 'Ir para' does; undefined: none is asked for. */
  search?: string | undefined;
  /** Rows to leave out before the first. */
  offset: number;
  /** undefined: all. */
  limit: number | undefined;
}
export interface ListResult {
  /** Rows that match, on all pages. */
  total: number;
  rows: Record<string, unknown>[];
}

type Sql = RawBuilder<unknown>;
type Sorted = Pick<ListQuery, 'sort' | 'filter' | 'search'>;

/** Names the order of rows may not tell to whoever does not see the field. */
const refuseHidden = (resource: Resource, actor: Actor, names: readonly string[]): void => {
  const hidden = names.filter(name => {
    const field = resource.fields[name];
    return field === undefined ? name !== 'id' : !maySee(field, actor.perfil);
  });
  if (hidden.length > 0) throw invalid(hidden.map(campo => ({campo, mensagem: `Parâmetro inválido: ${campo}.`})));
};

/** Which rows match. @throws Refusal 400 for a filter or an order by a field that the profile does not see */
const matching = (context: Context, name: string, actor: Actor, {sort, filter, search}: Sorted): Predicate => {
  const {config} = context;
  const resource = resourceOf(config, name);
  refuseHidden(resource, actor, [...Object.keys(filter), sort.field]);
  return allOf([
    scopePredicate(context, name, actor, ALIAS),
    ...Object.entries(filter).map(([field, value]) => filterPredicate(config, resource, field, value)),
    ...(search === undefined ? [] : [searchPredicate(config, resource, actor, search)]),
  ]);
};

const from = (name: string, resource: Resource): Sql => sql`${sql.table(tableOf(name, resource))} as ${sql.ref(ALIAS)}`;
/** Values that are empty come last in both directions. */
const order = (alias: string, direction: Direction): Sql =>
  sql`${sql.ref(`${alias}.value`)} ${sql.raw(direction)} nulls last, ${sql.ref(`${alias}.id`)} ${sql.raw(direction)}`;

/** What rows are ordered by; undefined: a value of other records. @throws Refusal 400 for a field that no single column holds */
const ownOrder = ({config}: Pick<Context, 'config'>, resource: Resource, name: string): Order | undefined => {
  const field = resource.fields[name];
  if (field?.kind === 'relacionado') return undefined;
  const isNone = field !== undefined && valueOf(config, resource, name, field) === undefined;
  if (isNone) throw invalid([{campo: name, mensagem: 'Parâmetro inválido: sort.'}]);
  return orderBy(resource, name);
};

/** The clause of a `with` that is every match, its id and what it is ordered by. */
const found = (name: string, resource: Resource, predicate: Predicate, by: Order): Sql =>
  sql`found as (select ${ID} as id, ${by.sorted} as value from ${from(name, resource)} where ${predicate})`;

/**
 * The same in several clauses, ordered by a value of the records that a reference names. Each of those is read once, not
 * for each row that refers to it: a list by company has few companies.
 */
const foundByOthers = ({config}: Pick<Context, 'config'>, name: string, resource: Resource, predicate: Predicate, sort: string): Sql => {
  const field = resource.fields[sort];
  const reference = field?.kind === 'relacionado' ? resource.fields[field.through] : undefined;
  if (field?.kind !== 'relacionado' || reference?.kind !== 'referencia') throw new TypeError(`${sort} is read through no reference`);
  const target = resourceOf(config, reference.to);
  const shown = shownField(config, resource.fields, field);
  return sql`
    referring as materialized (
      select ${ID} as id, ${sql.ref(`${ALIAS}.${columnOf(field.through, reference)}`)} as reference
      from ${from(name, resource)} where ${predicate}
    ), referred as materialized (
      select r.id, ${orderedValue(target, field.field, shown, 'r')} as value
      from ${sql.table(tableOf(reference.to, target))} as r where r.id in (select reference from referring)
    ), found as materialized (
      select referring.id, referred.value from referring left join referred on referred.id = referring.reference
    )`;
};

/**
 * The ids of every match, all pages, in the list's order.
 *
 * @throws Refusal 400 for a filter or an order by a field that the profile does not see
 */
export const matchingIds = async (context: Context, name: string, actor: Actor, query: Sorted): Promise<number[]> => {
  const resource = resourceOf(context.config, name);
  const {sort: {field, order: direction}} = query;
  const predicate = matching(context, name, actor, query);
  const by = ownOrder(context, resource, field);
  if (by === undefined) {
    const clauses = sql`with ${foundByOthers(context, name, resource, predicate, field)}`;
    return idsOf(context, clauses, [sql`select id from found order by ${order('found', direction)}`], direction);
  }
  const {filled, missing, blank} = by.emptiness === undefined ? {filled: wholeOf(by)} : stretchesOf(by, by.emptiness);
  const parts = [filled, missing, blank].filter(stretch => stretch !== undefined).map(stretch =>
    sql`select ${ID} as id from ${from(name, resource)} where ${predicate} and ${stretch.where} order by ${inOrder(stretch, direction)}`);
  return idsOf(context, sql``, parts, direction);
};

/** The ids that each part selects as `id`; what comes after the first is in the order of their numbers, together. */
const idsOf = async ({db}: Context, clauses: Sql, parts: readonly Sql[], direction: Direction): Promise<number[]> => {
  // One value each: a hundred thousand rows of their own take several times as long on their way as they do to be found.
  const each = parts.map(part => sql`(select coalesce(json_agg(id), '[]') from (${part}) as sorted)`);
  const {rows} = await sql<{ids: number[][]}>`${clauses} select json_build_array(${sql.join(each)}) as ids`.execute(db);
  const [filled = [], missing = [], blank = []] = rows[0]?.ids ?? [];
  if (missing.length === 0 || blank.length === 0) return [...filled, ...missing, ...blank];
  return [...filled, ...[...missing, ...blank].toSorted((one, other) => (direction === 'asc' ? one - other : other - one))];
};

/** Only the page's rows are joined: their ids come first, in `page`. */
const pageRows = ({config}: Context, name: string, {sort}: Sorted): Sql => {
  const resource = resourceOf(config, name);
  return sql`left join ${from(name, resource)} on ${sql.ref(`${ALIAS}.id`)} = page.id ${joins(config, resource)}
    order by ${order('page', sort.order)}`;
};

const OPPOSITE = {asc: 'desc', desc: 'asc'} as const;

const walked = async (
  context: Context, name: string, predicate: Predicate, query: ListQuery, by: Order, walks: readonly Walk[],
): Promise<StoredRow[]> => {
  const resource = resourceOf(context.config, name);
  const parts = walks.map(({stretch, backwards, offset, limit}) => {
    const {order: forwards} = query.sort;
    return sql`(
      select ${ID} as id, ${by.sorted} as value
      from ${from(name, resource)}
      where ${predicate} and ${stretch.where} order by ${inOrder(stretch, backwards ? OPPOSITE[forwards] : forwards)}
      limit ${limit}::integer offset ${offset}::integer
    )`;
  });
  const page = sql<StoredRow>`
    select ${selection(context.config, resource)} from (${sql.join(parts, sql` union all `)}) as page ${pageRows(context, name, query)}`;
  return context.db.transaction().execute(async trx => {
    // For pages far down PostgreSQL would rather sort every row, which takes several times as long as walking the index.
    // What it thinks of a sort it must not do would then start its compiler.
    await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(trx);
    return (await page.execute(trx)).rows;
  });
};

const sorted = async (
  context: Context, name: string, predicate: Predicate, query: ListQuery, by: Order | undefined,
): Promise<{total: number; rows: StoredRow[]}> => {
  const resource = resourceOf(context.config, name);
  const matches = by === undefined
    ? foundByOthers(context, name, resource, predicate, query.sort.field)
    : found(name, resource, predicate, by);
  const {rows} = await sql<StoredRow & {'#total': number}>`
    with ${matches}, page as (
      select id, value from found order by ${order('found', query.sort.order)}
      limit ${query.limit ?? null}::integer offset ${query.offset}::integer
    )
    select counted.total as "#total", ${selection(context.config, resource)}
    from (select count(*) as total from found) as counted
    left join page on true ${pageRows(context, name, query)}`.execute(context.db);
  // A page beyond the last has one row, with the total and nothing else.
  return {total: rows[0]?.['#total'] ?? 0, rows: rows.filter(row => row.id !== null)};
};

/**
 * The rows of a resource that a person reaches, never more than `limit` of them.
 *
 * @throws Refusal 400 for a filter or an order by a field that the profile does not see
 */
export const listRows = async (context: Context, name: string, actor: Actor, query: ListQuery): Promise<ListResult> => {
  const resource = resourceOf(context.config, name);
  const predicate = matching(context, name, actor, query);
  const by = ownOrder(context, resource, query.sort.field);
  const walk = by === undefined ? undefined : await walkTo(context.db, resource, tableOf(name, resource), predicate, query, by);
  const {total, rows} = by === undefined || walk === undefined
    ? await sorted(context, name, predicate, query, by)
    : {total: walk.total, rows: walk.parts.length === 0 ? [] : await walked(context, name, predicate, query, by, walk.parts)};
  return {total, rows: rows.map(row => present(context.config, resource, actor, row))};
};
