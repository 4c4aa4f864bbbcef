/** Trees: records of a resource that refer to the record above them (rules: Fields 17). */
import {sql} from 'kysely';
import type {Config} from '../../schema/shapes/config.ts';
import {treeReference} from '../../schema/references.ts';
import {columnOf, resourceOf, tableOf} from './sqlNames.ts';
import type {DbOrTrx, Sql} from './tables.ts';

/** Recursive CTE of the ids of records and of all below them, or above them. `union` ends it even in a circle. */
const treeIds = (config: Config, name: string, ids: readonly unknown[], direction: 'below' | 'above'): Sql => {
  const [reference, field] = treeReference(resourceOf(config, name)) ?? [];
  if (reference === undefined || field === undefined) throw new TypeError(`No tree: ${name}`);
  const above = columnOf(reference, field);
  const [from, to] = direction === 'below' ? [above, 'id'] : ['id', above];
  return sql`with recursive arvore as (
    select id, ${sql.ref(above)} as acima from ${sql.table(tableOf(name))} where id = any(${ids}::integer[])
    union select t.id, ${sql.ref(`t.${above}`)} from ${sql.table(tableOf(name))} as t
      join arvore on ${sql.ref(`t.${from}`)} = ${sql.ref(`arvore.${to === 'id' ? 'id' : 'acima'}`)}
  ) select id from arvore`;
};

/** Subquery of these ids and of the ids below them. */
export const idsBelow = (config: Config, name: string, ids: readonly unknown[]): Sql => treeIds(config, name, ids, 'below');

/** Waits for other moves in a resource's tree until their commit, because two at once could make a circle that neither sees. */
export const lockTree = async (trx: DbOrTrx, name: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtext(${`${name}.arvore`}), 0)`.execute(trx));

/** Tells whether a record stands at or above another one. */
export const isAtOrAbove = async (trx: DbOrTrx, config: Config, name: string, id: number, other: number): Promise<boolean> => {
  const {rows} = await sql`select where ${id} in (${treeIds(config, name, [other], 'above')})`.execute(trx);
  return rows.length > 0;
};
