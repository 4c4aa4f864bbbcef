/** Records by their ids: what a long answer reads, portion by portion. */
import {sql} from 'kysely';
import type {Values} from '../../schema/fields/validate.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, tableOf} from '../db/names.ts';
import type {StoredRow} from '../db/tables.ts';
import {scopePredicate} from '../reach/scope.ts';
import {ALIAS, joins, selection} from '../reach/select.ts';
import {present} from './present.ts';

/** Rows in the order of these ids. What was deleted since the ids were read is left out. */
export const inOrderOf = <T extends {id: unknown}>(ids: readonly number[], rows: readonly T[]): T[] => {
  const found = new Map(rows.map(row => [row.id, row]));
  return ids.flatMap(id => found.get(id) ?? []);
};

/** Those of these records that a person reaches, in the order of their ids. */
export const rowsById = async (
  context: Pick<Context, 'config' | 'db'>, name: string, actor: Actor, ids: readonly number[],
): Promise<Values[]> => {
  const {config, db} = context;
  const resource = resourceOf(config, name);
  // One parameter, not one for each id: reading a thousand of those took PostgreSQL longer than finding the rows.
  const {rows} = await sql<StoredRow>`
    select ${selection(config, resource)}
    from ${sql.table(tableOf(name))} as ${sql.ref(ALIAS)} ${joins(resource)}
    where ${sql.ref(`${ALIAS}.id`)} = any(${ids}::integer[]) and ${scopePredicate(context, name, actor, ALIAS)}`.execute(db);
  return inOrderOf(ids, rows).map(row => present(config, resource, actor, row));
};
