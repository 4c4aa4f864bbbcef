/**
 * The tables that name stored files: one for each resource that has, or ever had, files. Asked of the database and not of
 * the config: a part that is declared no longer keeps its rows, and what they name is nobody's leftover.
 */
import {sql} from 'kysely';
import type {DbOrTrx} from '../db/tables.ts';

export interface FileTable {
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
