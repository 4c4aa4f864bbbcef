/** What the database says of itself and of the files: what a copy of it is held against. */
import {sql} from 'kysely';
import type {FileRow} from '../control/protocol.ts';
import {lastAppliedMigration} from '../db/structure/migrate.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {fileTables} from '../files/rows.ts';

/** Of the files that are fields' values each says of which. */
const FIELDS = 'campos';

const PAGE = 2000;

/** Every row of a file, some at a time; those of one resource oldest first. */
export async function* fileRows(db: DbOrTrx): AsyncGenerator<FileRow[]> {
  for (const {name, of, record} of await fileTables(db)) {
    for (let after = 0, more = true; more;) {
      const {rows} = await sql<FileRow>`
        select id, ${of === FIELDS ? sql`recurso || '.' || campo` : sql.lit(of)} as de, ${sql.ref(record)} as registro, chave, tamanho,
          sha256, data_exclusao is not null as excluido
        from ${sql.table(name)} where id > ${after} order by id limit ${sql.lit(PAGE)}`.execute(db);
      if (rows.length > 0) yield rows;
      after = rows.at(-1)?.id ?? after;
      more = rows.length === PAGE;
    }
  }
}

export const allFileRows = async (db: DbOrTrx): Promise<FileRow[]> => {
  const all: FileRow[] = [];
  for await (const rows of fileRows(db)) for (const row of rows) all.push(row);
  return all;
};

const has = async (db: DbOrTrx, table: string): Promise<boolean> => {
  const {rows} = await sql<{found: boolean}>`select to_regclass(${table}) is not null as found`.execute(db);
  return rows[0]?.found === true;
};

/** What database and folder of files both carry, to be known as a pair; undefined in a database older than that. */
export const identityOf = async (db: DbOrTrx): Promise<string | undefined> => {
  if (!(await has(db, 'instalacao'))) return undefined;
  const {rows} = await sql<{identidade: string}>`select identidade from instalacao`.execute(db);
  return rows[0]?.identidade;
};

export interface Facts {
  /** PostgreSQL's major version. */
  postgres: number;
  /** The last migration it has seen. */
  migracao: number;
  identidade: string | undefined;
  /** Rows by table. */
  contagens: Record<string, number>;
}

/** @throws Error, one Portuguese sentence, for a database without the product's tables */
export const factsOf = async (db: DbOrTrx): Promise<Facts> => {
  const migracao = await lastAppliedMigration(db);
  if (migracao === 0) throw new Error('O banco de dados está vazio: não há o que copiar.');
  return {postgres: await postgresOf(db), migracao, identidade: await identityOf(db), contagens: await countsOf(db)};
};

/** PostgreSQL's major version. */
export const postgresOf = async (db: DbOrTrx): Promise<number> => {
  const {rows: [server]} = await sql<{major: number}>`select current_setting('server_version_num')::integer / 10000 as major`.execute(db);
  return server?.major ?? 0;
};

/** Rows of each table; of unlogged ones a copy has none. */
export const countsOf = async (db: DbOrTrx): Promise<Record<string, number>> => {
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

/** What is wrong with a file's bytes, for a person to read; undefined: nothing. @param found undefined: they are not there */
export const faultOf = (
  {tamanho, sha256, excluido}: Pick<FileRow, 'tamanho' | 'sha256' | 'excluido'>, found: {size: number; sha256?: string} | undefined,
): string | undefined => {
  if (found === undefined) return excluido ? undefined : 'o arquivo não existe ou não pode ser lido';
  if (found.size !== tamanho) return `tem ${found.size} bytes e deveria ter ${tamanho}`;
  return found.sha256 === undefined || found.sha256 === sha256 ? undefined : 'o conteúdo não é o que foi enviado';
};

/** In the order in which people look for them. */
export const byRecord = (a: Owned, b: Owned): number =>
  compared(a.de, b.de) || a.registro - b.registro || compared(a.chave, b.chave);

type Owned = Pick<FileRow, 'de' | 'registro' | 'chave'>;
const compared = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
