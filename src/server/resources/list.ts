/** Lists (§7): filtered, sorted, paged, with an exact total. */
import {sql, type RawBuilder} from 'kysely';
import {maySee} from '../../schema/access.ts';
import {shownField} from '../../schema/columns.ts';
import type {Resource} from '../../schema/config.ts';
import type {ListRequest} from '../../schema/query.ts';
import type {Actor, Context} from '../context.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import {comparedValue} from '../db/ordering.ts';
import {invalid} from '../errors.ts';
import {filterPredicate} from './filters.ts';
import {present, type StoredRow} from './present.ts';
import {allOf, type Predicate} from './conditions.ts';
import {scopePredicate} from './scope.ts';
import {ALIAS, joins, selection, valueOf} from './select.ts';
import {walkTo, type Walk} from './walk.ts';

export interface ListQuery extends Pick<ListRequest, 'sort' | 'filter'> {
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
type Sorted = Pick<ListQuery, 'sort' | 'filter'>;

/** Names the order of rows may not tell to whoever does not see the field. */
const refuseHidden = (resource: Resource, actor: Actor, names: readonly string[]): void => {
  const hidden = names.filter(name => {
    const field = resource.fields[name];
    return field === undefined ? name !== 'id' : !maySee(field, actor.perfil);
  });
  if (hidden.length > 0) throw invalid(hidden.map(campo => ({campo, mensagem: `Parâmetro inválido: ${campo}.`})));
};

/** Which rows match. @throws Refusal 400 for a filter or an order by a field that the profile does not see */
const matching = (context: Context, name: string, actor: Actor, {sort, filter}: Sorted): Predicate => {
  const {config} = context;
  const resource = resourceOf(config, name);
  refuseHidden(resource, actor, [...Object.keys(filter), sort.field]);
  return allOf([
    scopePredicate(context, name, actor, ALIAS),
    ...Object.entries(filter).map(([field, value]) => filterPredicate(config, resource, field, value)),
  ]);
};

const from = (name: string, resource: Resource): Sql => sql`${sql.table(tableOf(name, resource))} as ${sql.ref(ALIAS)}`;
const order = (alias: string, direction: 'asc' | 'desc'): Sql =>
  sql`${sql.ref(`${alias}.value`)} ${sql.raw(direction)}, ${sql.ref(`${alias}.id`)} ${sql.raw(direction)}`;

/** What rows are ordered by. @throws Refusal 400 for a field that no single column holds */
const sortValue = ({config}: Pick<Context, 'config'>, resource: Resource, name: string): Sql => {
  const field = resource.fields[name];
  if (field === undefined) return sql.ref(`${ALIAS}.id`);
  if (valueOf(config, resource, name, field) === undefined) throw invalid([{campo: name, mensagem: 'Parâmetro inválido: sort.'}]);
  return comparedValue(resource, name, field, ALIAS);
};

/**
 * The clauses of a `with` that end in `found`: every match, its id and what it is ordered by. Another record's value is
 * read once, not for each row that refers to it: a list by company has few companies.
 */
const found = ({config}: Pick<Context, 'config'>, name: string, predicate: Predicate, {sort}: Sorted): Sql => {
  const resource = resourceOf(config, name);
  const field = resource.fields[sort.field];
  const reference = field?.kind === 'relacionado' ? resource.fields[field.through] : undefined;
  if (field?.kind !== 'relacionado' || reference?.kind !== 'referencia') {
    const value = sortValue({config}, resource, sort.field);
    // Named twice, as by a page, it is found once; named once, as by an export, PostgreSQL may walk the order's index.
    return sql`found as (select ${sql.ref(`${ALIAS}.id`)} as id, ${value} as value from ${from(name, resource)} where ${predicate})`;
  }
  const target = resourceOf(config, reference.to);
  const shown = shownField(config, resource.fields, field);
  return sql`
    referring as materialized (
      select ${sql.ref(`${ALIAS}.id`)} as id, ${sql.ref(`${ALIAS}.${columnOf(field.through, reference)}`)} as reference
      from ${from(name, resource)} where ${predicate}
    ), referred as materialized (
      select r.id, ${comparedValue(target, field.field, shown, 'r')} as value
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
  // One value: a hundred thousand rows of their own take several times as long on their way as they do to be found.
  const {rows} = await sql<{ids: number[]}>`
    with ${found(context, name, matching(context, name, actor, query), query)}
    select coalesce(json_agg(id), '[]') as ids
    from (select id from found order by ${order('found', query.sort.order)}) as sorted`.execute(context.db);
  return rows[0]?.ids ?? [];
};

/** Only the page's rows are joined: their ids come first, in `page`. */
const pageRows = ({config}: Context, name: string, {sort}: Sorted): Sql => {
  const resource = resourceOf(config, name);
  return sql`left join ${from(name, resource)} on ${sql.ref(`${ALIAS}.id`)} = page.id ${joins(config, resource)} order by ${order('page', sort.order)}`;
};

const walked = async (context: Context, name: string, predicate: Predicate, query: ListQuery, {backwards, offset, limit}: Walk): Promise<StoredRow[]> => {
  const resource = resourceOf(context.config, name);
  const forwards = query.sort.order === 'asc';
  const direction = sql.raw(forwards === backwards ? 'desc' : 'asc');
  const value = sortValue(context, resource, query.sort.field);
  const page = sql<StoredRow>`
    select ${selection(context.config, resource)} from (
      select ${sql.ref(`${ALIAS}.id`)} as id, ${value} as value
      from ${from(name, resource)}
      where ${predicate} order by ${value} ${direction}, ${sql.ref(`${ALIAS}.id`)} ${direction}
      limit ${limit}::integer offset ${offset}::integer
    ) as page ${pageRows(context, name, query)}`;
  return context.db.transaction().execute(async trx => {
    // For pages far down PostgreSQL would rather sort every row, which takes several times as long as walking the index.
    // What it thinks of a sort it must not do would then start its compiler.
    await sql`select set_config('enable_sort', 'off', true), set_config('jit', 'off', true)`.execute(trx);
    return (await page.execute(trx)).rows;
  });
};

const sorted = async (context: Context, name: string, predicate: Predicate, query: ListQuery): Promise<{total: number; rows: StoredRow[]}> => {
  const {rows} = await sql<StoredRow & {'#total': number}>`
    with ${found(context, name, predicate, query)}, page as (
      select id, value from found order by ${order('found', query.sort.order)}
      limit ${query.limit ?? null}::integer offset ${query.offset}::integer
    )
    select counted.total as "#total", ${selection(context.config, resourceOf(context.config, name))}
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
  const isForeign = resource.fields[query.sort.field]?.kind === 'relacionado';
  const walk = isForeign ? undefined : await walkTo(context.db, resource, tableOf(name, resource), predicate, query);
  const {total, rows} = walk === undefined
    ? await sorted(context, name, predicate, query)
    : {total: walk.total, rows: walk.limit === 0 ? [] : await walked(context, name, predicate, query, walk)};
  return {total, rows: rows.map(row => present(context.config, resource, actor, row))};
};
