/** Lists (§7): filtered, sorted, paged, with an exact total, in one statement. */
import {sql, type RawBuilder} from 'kysely';
import {maySee} from '../../schema/access.ts';
import type {Resource} from '../../schema/config.ts';
import type {ListRequest} from '../../schema/query.ts';
import type {Actor, Context} from '../context.ts';
import {searchOf} from '../db/kinds.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import {invalid} from '../errors.ts';
import {filterPredicate} from './filters.ts';
import {present, type StoredRow} from './present.ts';
import {allOf, scopePredicate} from './scope.ts';
import {ALIAS, joins, selection, valueOf} from './select.ts';

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

/** Names the order of rows may not tell to whoever does not see the field. */
const refuseHidden = (resource: Resource, actor: Actor, names: readonly string[]): void => {
  const hidden = names.filter(name => {
    const field = resource.fields[name];
    return field === undefined ? name !== 'id' : !maySee(field, actor.perfil);
  });
  if (hidden.length > 0) throw invalid(hidden.map(campo => ({campo, mensagem: `Parâmetro inválido: ${campo}.`})));
};

/** What rows are ordered by: names without case and accents, whatever collation the database has. */
const sortValue = ({config}: Pick<Context, 'config'>, resource: Resource, name: string): RawBuilder<unknown> => {
  const field = resource.fields[name];
  const value = field === undefined ? sql.ref(`${ALIAS}.id`) : valueOf(config, resource, name, field);
  if (value === undefined) throw invalid([{campo: name, mensagem: 'Parâmetro inválido: sort.'}]);
  const isText = field !== undefined && (searchOf(field) === 'part' || field.kind === 'relacionado');
  return isText ? sql`balcao_norm(${value})` : value;
};

/** Every match: its id and what it is ordered by. @throws Refusal 400 for a field that the profile does not see */
const matches = (context: Context, name: string, actor: Actor, {sort, filter}: Pick<ListQuery, 'sort' | 'filter'>): RawBuilder<unknown> => {
  const {config} = context;
  const resource = resourceOf(config, name);
  refuseHidden(resource, actor, [...Object.keys(filter), sort.field]);
  const predicates = [
    scopePredicate(context, name, actor, ALIAS),
    ...Object.entries(filter).map(([field, value]) => filterPredicate(config, resource, field, value)),
  ];
  return sql`
    select ${sql.ref(`${ALIAS}.id`)} as id, ${sortValue(context, resource, sort.field)} as value
    from ${sql.table(tableOf(name, resource))} as ${sql.ref(ALIAS)}
    ${resource.fields[sort.field]?.kind === 'relacionado' ? joins(config, resource) : sql``}
    where ${allOf(predicates)}`;
};

/**
 * The ids of every match, all pages, in the list's order.
 *
 * @throws Refusal 400 for a filter or an order by a field that the profile does not see
 */
export const matchingIds = async (context: Context, name: string, actor: Actor, query: Pick<ListQuery, 'sort' | 'filter'>): Promise<number[]> => {
  const direction = sql.raw(query.sort.order);
  const {rows} = await sql<{id: number}>`
    select id from (${matches(context, name, actor, query)}) as found order by value ${direction}, id ${direction}`.execute(context.db);
  return rows.map(row => row.id);
};

/**
 * The rows of a resource that a person reaches.
 *
 * Matching ids come first, all of them since the total counts them anyway, and only the page's rows are joined: on a
 * million tickets this stays quick where `order by … limit` on the joined rows takes an unlucky index.
 *
 * @throws Refusal 400 for a filter or an order by a field that the profile does not see
 */
export const listRows = async (context: Context, name: string, actor: Actor, query: ListQuery): Promise<ListResult> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  const direction = sql.raw(query.sort.order);
  const {rows} = await sql<StoredRow & {'#total': number}>`
    with found as materialized (${matches(context, name, actor, query)}), page as (
      select id, value from found order by value ${direction}, id ${direction}
      limit ${query.limit ?? null}::integer offset ${query.offset}::integer
    )
    select counted.total as "#total", ${selection(config, resource)}
    from (select count(*) as total from found) as counted
    left join page on true
    left join ${sql.table(tableOf(name, resource))} as ${sql.ref(ALIAS)} on ${sql.ref(`${ALIAS}.id`)} = page.id ${joins(config, resource)}
    order by page.value ${direction}, page.id ${direction}`.execute(db);
  return {
    total: rows[0]?.['#total'] ?? 0,
    // A page beyond the last has one row, with the total and nothing else.
    rows: rows.filter(row => row.id !== null).map(row => present(resource, actor, row)),
  };
};
