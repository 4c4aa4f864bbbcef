/** Facts of a database that a copy is compared with. */
import {sql} from 'kysely';
import type {FileRow} from '../adminSocket/protocol.ts';
import {lastAppliedMigration} from '../db/structure/migrate.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {listFileTables} from '../files/fileStates.ts';

/** The file table of file fields, whose rows name their field. */
const FIELD_FILES = 'campos';

const PAGE_ROWS = 2000;

/** Reads file rows page by page (keyset), oldest first per resource. */
export async function* readFileRows(db: DbOrTrx): AsyncGenerator<FileRow[]> {
  for (const {name, of, record} of await listFileTables(db)) {
    for (let after = 0, hasMore = true; hasMore;) {
      const {rows} = await sql<FileRow>`
        select id, ${of === FIELD_FILES ? sql`recurso || '.' || campo` : sql.lit(of)} as de, ${sql.ref(record)} as registro, chave, tamanho,
          sha256, data_exclusao is not null as excluido
        from ${sql.table(name)} where id > ${after} order by id limit ${sql.lit(PAGE_ROWS)}`.execute(db);
      if (rows.length > 0) yield rows;
      after = rows.at(-1)?.id ?? after;
      hasMore = rows.length === PAGE_ROWS;
    }
  }
}

export const readAllFileRows = async (db: DbOrTrx): Promise<FileRow[]> => {
  const allRows: FileRow[] = [];
  for await (const rows of readFileRows(db)) for (const row of rows) allRows.push(row);
  return allRows;
};

const tableExists = async (db: DbOrTrx, table: string): Promise<boolean> => {
  const {rows} = await sql<{found: boolean}>`select to_regclass(${table}) is not null as found`.execute(db);
  return rows[0]?.found === true;
};

/** The identity that pairs database and storage; undefined in a database from before it existed. */
export const readDatabaseIdentity = async (db: DbOrTrx): Promise<string | undefined> => {
  if (!(await tableExists(db, 'instalacao'))) return undefined;
  const {rows} = await sql<{identidade: string}>`select identidade from instalacao`.execute(db);
  return rows[0]?.identidade;
};

export interface DatabaseFacts {
  postgres: number;
  migracao: number;
  identidade: string | undefined;
  contagens: Record<string, number>;
}

/** @throws Error, one Portuguese sentence, for an empty database */
export const readDatabaseFacts = async (db: DbOrTrx): Promise<DatabaseFacts> => {
  const migracao = await lastAppliedMigration(db);
  if (migracao === 0) throw new Error('O banco de dados está vazio: não há o que copiar.');
  return {
    postgres: await readServerVersion(db), migracao, identidade: await readDatabaseIdentity(db), contagens: await countRowsByTable(db),
  };
};

export const readServerVersion = async (db: DbOrTrx): Promise<number> => {
  const {rows: [server]} = await sql<{major: number}>`select current_setting('server_version_num')::integer / 10000 as major`.execute(db);
  return server?.major ?? 0;
};

/** Row count per table, without unlogged tables, which a copy leaves empty. */
export const countRowsByTable = async (db: DbOrTrx): Promise<Record<string, number>> => {
  const {rows: tables} = await sql<{name: string}>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' order by relname`.execute(db);
  const counts: Record<string, number> = {};
  for (const {name} of tables) {
    const {rows: [row]} = await sql<{n: number}>`select count(*) as n from ${sql.table(name)}`.execute(db);
    counts[name] = row?.n ?? 0;
  }
  return counts;
};

/** Describes the fault of a file, for a person; undefined without one. @param stored undefined for a missing file */
export const describeFileFault = (
  {tamanho, sha256, excluido}: Pick<FileRow, 'tamanho' | 'sha256' | 'excluido'>, stored: {size: number; sha256?: string} | undefined,
): string | undefined => {
  if (stored === undefined) return excluido ? undefined : 'o arquivo não existe ou não pode ser lido';
  if (stored.size !== tamanho) return `tem ${stored.size} bytes e deveria ter ${tamanho}`;
  return stored.sha256 === undefined || stored.sha256 === sha256 ? undefined : 'o conteúdo não é o que foi enviado';
};

export const compareByRecord = (a: Owned, b: Owned): number =>
  compareTexts(a.de, b.de) || a.registro - b.registro || compareTexts(a.chave, b.chave);

type Owned = Pick<FileRow, 'de' | 'registro' | 'chave'>;
const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
