import {sql} from 'kysely';
import {retentionMs} from '../db/retention.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';

/**
 * A table of stored files; each resource that has, or ever had, files has one. Read from the database and not from the config, because a
 * removed part leaves its rows, and their files are no orphans.
 */
interface FileTable {
  name: string;
  of: string;
  /** Column of the owning record's id; the oldest databases call it `id_ticket`. */
  record: string;
}

/** Finds file tables by three columns that no other table has together. */
export const listFileTables = async (db: DbOrTrx): Promise<FileTable[]> => {
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

/** Retention of deleted and of trashed files (rules: Files 8), in milliseconds. */
export const FILE_RETENTION_MS = retentionMs('arquivos');
export const KEY_BATCH_SIZE = 500;

/** `kept`: the file is attached, or was deleted within the last 30 days. `over`: deleted before that. A key without a row has no state. */
type FileState = 'kept' | 'over';

export const readFileStates = async (db: Db, keys: readonly string[], now: Date): Promise<Map<string, FileState>> => {
  const states = new Map<string, FileState>();
  const retainedSince = sql<Date>`${new Date(now.getTime() - FILE_RETENTION_MS).toISOString()}::timestamptz`;
  const tables = await listFileTables(db);
  if (tables.length === 0) return states;
  const files = sql.join(tables.map(({name}) => sql`select chave, data_exclusao from ${sql.table(name)}`), sql` union all `);
  for (let start = 0; start < keys.length; start += KEY_BATCH_SIZE) {
    const {rows} = await sql<{chave: string; kept: boolean}>`
      select chave, data_exclusao is null or data_exclusao > ${retainedSince} as kept from (${files}) as f
      where chave in (${sql.join(keys.slice(start, start + KEY_BATCH_SIZE))})`.execute(db);
    for (const {chave, kept} of rows) states.set(chave, kept ? 'kept' : 'over');
  }
  return states;
};

/**
 * True if suspiciously many files have no row, as with another database's folder or an older dump restored. At least 20, so that a few
 * leftovers in a young folder pass.
 */
export const areTooManyOrphans = (orphans: number, total: number): boolean => orphans >= 20 && orphans > total / 2;
