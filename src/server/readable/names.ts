/** What records are called, by id: how a reference is read by a person. */
import {sql} from 'kysely';
import type {Config} from '../../schema/config/config.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';

/** Title by id of the records that exist; one that was deleted still has its name. */
export const namesOf = async (db: DbOrTrx, config: Config, name: string, ids: Iterable<number>): Promise<Map<number, string>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const resource = resourceOf(config, name);
  const field = resource.fields[resource.title];
  const title = field === undefined ? sql.ref('t.id') : sql.ref(`t.${columnOf(resource.title, field)}`);
  const {rows} = await sql<{id: number; title: string | null}>`
    select t.id, ${title}::text as title from ${sql.table(tableOf(name))} as t where t.id in (${sql.join(wanted)})`.execute(db);
  return new Map(rows.map(row => [row.id, row.title ?? '']));
};
