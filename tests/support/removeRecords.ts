/** No records, and ids from the start again. */
import {sql} from 'kysely';
import type {Db} from '../../src/server/db/tables.ts';

/**
 * Removes every record, and starts ids again.
 *
 * @param how `truncate` leaves nothing behind, not even worn pages; `delete` asks a database ten times less, where a hundred indexes have
 *   little in them, and a role that may pass over references
 */
export const removeRecords = async (db: Db, how: 'truncate' | 'delete'): Promise<void> => {
  const {rows} = await sql<{name: string}>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'balcao_migracoes'`.execute(db);
  const names = rows.map(({name}) => name);
  if (how === 'truncate') return void (await sql.raw(`truncate ${names.join(', ')} restart identity cascade`).execute(db));
  const deletions = names.map(name => `delete from ${name};`).join(' ');
  await sql.raw(`do $$ begin set local session_replication_role = replica; ${deletions} end $$`).execute(db);
  await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(db);
};
