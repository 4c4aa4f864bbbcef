/** What the database says of stored files. */
import {sql} from 'kysely';
import {retentionMs} from '../db/ages.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';

/**
 * The tables that name stored files: one for each resource that has, or ever had, files. Asked of the database and not of
 * the config: a part that is declared no longer keeps its rows, and what they name is nobody's leftover.
 */
interface FileTable {
  name: string;
  /** The table of the records that the files belong to. */
  of: string;
  /** Where a row says whose it is; databases of versions before any resource could have files called it otherwise. */
  record: string;
}

/** By what no other table has together: whose it is, the key of a stored file and the hash of its bytes. */
export const fileTables = async (db: DbOrTrx): Promise<FileTable[]> => {
  const {rows} = await sql<FileTable>`
    select c.relname as name, regexp_replace(c.relname, '_arquivos$', '') as of, r.attname as record
    from pg_class c
    join pg_attribute r on r.attrelid = c.oid and r.attname in ('id_registro', 'id_ticket') and not r.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and (
        select count(*) from pg_attribute
        where attrelid = c.oid and attname in ('chave', 'sha256', 'nome_arquivo') and not attisdropped
      ) = 3
    order by c.relname`.execute(db);
  return rows;
};

/** How long the bytes of a deleted file stay, and a file in the bin (rules: Files 8), in milliseconds. */
export const KEPT = retentionMs('arquivos');
/** Keys asked for at once. */
export const BATCH = 500;

/** `kept`: a record shows the file, or did within the last 30 days. `over`: it was deleted before that. A key without a row has none. */
type Standing = 'kept' | 'over';

/** How each of `keys` stands at `now`. */
export const standingOf = async (db: Db, keys: readonly string[], now: Date): Promise<Map<string, Standing>> => {
  const found = new Map<string, Standing>();
  const since = sql<Date>`${new Date(now.getTime() - KEPT).toISOString()}::timestamptz`;
  const tables = await fileTables(db);
  if (tables.length === 0) return found;
  const files = sql.join(tables.map(({name}) => sql`select chave, data_exclusao from ${sql.table(name)}`), sql` union all `);
  for (let at = 0; at < keys.length; at += BATCH) {
    const {rows} = await sql<{chave: string; kept: boolean}>`
      select chave, data_exclusao is null or data_exclusao > ${since} as kept from (${files}) as f
      where chave in (${sql.join(keys.slice(at, at + BATCH))})`.execute(db);
    for (const {chave, kept} of rows) found.set(chave, kept ? 'kept' : 'over');
  }
  return found;
};

/**
 * Whether files without a row are so many that something else must be wrong: another's folder, or an older dump restored.
 * More than half, and at least 20, so that a few leftovers in a young folder are none.
 */
export const isMost = (strangers: number, all: number): boolean => strangers >= 20 && strangers > all / 2;
