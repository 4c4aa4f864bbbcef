/** The database the environment names, behind one interface. */
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {Kysely, PGliteDialect, PostgresDialect, sql} from 'kysely';
import type {Env} from '../env.ts';
import {EmbeddedClient} from './embedded.ts';
import {lockDataDir} from './lock.ts';
import {startMaintenance} from './maintenance.ts';
import {serverPool} from './server.ts';
import type {Db, Tables} from './tables.ts';

export interface Database {
  db: Db;
  kind: 'embedded' | 'server';
  /** Finishes what runs and frees folder or connections. */
  close: () => Promise<void>;
}

/** Hears of trouble nobody waits for: a lost idle connection, a failed checkpoint. */
export type Report = (message: string, error: unknown) => void;

/**
 * Opens the database: `DATABASE_URL` when it is set, else the embedded one in `DATA_DIR/db`.
 *
 * @throws Error, one Portuguese sentence: folder in use, not writable, or server not reached
 */
export const openDatabase = (env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, report: Report): Promise<Database> =>
  env.DATABASE_URL === undefined ? openEmbedded(env.DATA_DIR, report) : openServer(env.DATABASE_URL, report);

/** DATA_DIR, or a folder in it. @throws Error, one Portuguese sentence */
export const makeFolder = async (dataDir: string, name = ''): Promise<string> => {
  const folder = join(dataDir, name);
  await mkdir(folder, {recursive: true, mode: 0o700}).catch((error: unknown) => {
    throw new Error(`Não é possível escrever em DATA_DIR (${dataDir}).`, {cause: error});
  });
  return folder;
};

const openEmbedded = async (dataDir: string, report: Report): Promise<Database> => {
  const folder = await makeFolder(dataDir, 'db');
  const unlock = lockDataDir(dataDir);
  try {
    const client = await EmbeddedClient.open(folder);
    const db: Db = new Kysely<Tables>({dialect: new PGliteDialect({pglite: client})});
    const stop = await startMaintenance(db, error => report('A manutenção do banco de dados falhou.', error));
    const close = async () => {
      await stop();
      await sql`checkpoint`.execute(db);
      await db.destroy();
      unlock();
    };
    return {db, kind: 'embedded', close};
  } catch (error) {
    unlock();
    throw new Error(`Não foi possível abrir o banco de dados em ${folder}: ${(error as Error).message}`, {cause: error});
  }
};

const openServer = async (url: string, report: Report): Promise<Database> => {
  const pool = serverPool(url, error => report('Uma conexão com o banco de dados caiu.', error));
  const db: Db = new Kysely<Tables>({dialect: new PostgresDialect({pool})});
  const encoding = await sql<{server_encoding: string}>`show server_encoding`.execute(db).then(({rows}) => rows[0]?.server_encoding, async (error: unknown) => {
    await db.destroy();
    throw new Error(`Não foi possível conectar ao banco de dados de DATABASE_URL: ${reasonOf(error)}`, {cause: error});
  });
  if (encoding !== 'UTF8') {
    await db.destroy();
    throw new Error(`O banco de dados de DATABASE_URL tem a codificação ${encoding}; o Balcão precisa de UTF8.`);
  }
  return {db, kind: 'server', close: () => db.destroy()};
};

/** The first reason where a name has several addresses and each failed. The password in the URL is never part of it. */
const reasonOf = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};
