/** A database that the version before left, and what that version answered about it. */
import {readFile} from 'node:fs/promises';
import {brotliDecompressSync} from 'node:zlib';
import {sql} from 'kysely';
import type {Endpoint} from '../../src/schema/shapes/config.ts';
import type {Db} from '../../src/server/db/tables.ts';
import {loadedDatabase, type TestDatabase} from './database.ts';

const FIXTURES = new URL('../server/fixtures/', import.meta.url);
/** By its last migration. */
const FIRST = '008';

/** A call, and what it answered to whom. */
export interface Answered {
  quem: string;
  chamada: Endpoint;
  params?: Record<string, unknown>;
  query?: Record<string, string | number>;
  status: number;
  /** null where the status says it all. */
  corpo: object | null;
}
export interface Before {
  pessoas: {nome: string; email: string; senha: string}[];
  respostas: Answered[];
}

export const versionBefore = async (): Promise<Before> =>
  JSON.parse(await readFile(new URL(`versao-${FIRST}.json`, FIXTURES), 'utf8')) as Before;

/** A version's database, nothing of it changed yet. */
export const databaseOf = async (version: string): Promise<TestDatabase> =>
  loadedDatabase(brotliDecompressSync(await readFile(new URL(`versao-${version}.sql.br`, FIXTURES))).toString());
export const databaseBefore = (): Promise<TestDatabase> => databaseOf(FIRST);

/**
 * The other versions that landed, the first of them last, whose passwords cost what the product's do. The next one is made by
 * `openTestApp` of that version on a server, with its demonstration (`seedDemo`) but for all save the last forty tickets,
 * `pg_dump --no-owner --no-privileges --rows-per-insert=1000` without what sets the session, and Brotli (`node:zlib`).
 */
export const OTHERS = ['014', '015', '017', '018', '021', '004'];

type Row = Record<string, unknown>;

/** Every row of every table, oldest first where rows have numbers. */
export const everyRow = async (db: Db): Promise<Map<string, Row[]>> => {
  const {rows: tables} = await sql<{name: string}>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`
      .execute(db);
  const all = new Map<string, Row[]>();
  for (const {name} of tables) {
    const {rows} =
      await sql<{row: Row}>`select to_jsonb(t) as row from ${sql.table(name)} as t order by to_jsonb(t) -> 'id', to_jsonb(t)::text`
      .execute(db);
    all.set(name, rows.map(({row}) => row));
  }
  return all;
};
