/** A fresh database per test file: the worker's PGlite, or one of its own on the server of TEST_DATABASE_URL. */
import {randomUUID} from 'node:crypto';
import {Kysely, PostgresDialect, sql} from 'kysely';
import {Pool} from 'pg';
import type {Config} from '../../src/schema/config.ts';
import {prepareDatabase} from '../../src/server/db/migrate.ts';
import {LIMITS, type Limits} from '../../src/server/db/limits.ts';
import {serverPool} from '../../src/server/db/server.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {embeddedDatabase} from './embeddedDatabase.ts';
import {removeRecords} from './removeRecords.ts';

export interface TestDatabase {
  db: Db;
  /** The database as another process of the product has it, on connections of its own; the embedded one has one process, and this is it. */
  another: () => {db: Db; close: () => Promise<void>};
  close: () => Promise<void>;
}
/** How a server is reached; the embedded database takes no notice. */
export interface Reach {
  /** Connections go to this port of this machine. */
  port?: number;
  limits?: Partial<Limits>;
}

const silent = (): void => {};

/** An empty database of its own on the server of `url`. */
export const databaseOnServer = async (url: string): Promise<{url: string; drop: () => Promise<void>}> => {
  const name = `balcao_teste_${randomUUID().replaceAll('-', '')}`;
  const admin = new Pool({connectionString: url, max: 1});
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return {url: own.href, drop};
};

const openOnServer = async (server: string, prepare: Config | undefined, {port, limits}: Reach = {}): Promise<TestDatabase> => {
  const {url, drop} = await databaseOnServer(server);
  const own = new URL(url);
  if (port !== undefined) own.host = `127.0.0.1:${port}`;
  const reached = (): Db =>
    new Kysely<Tables>({dialect: new PostgresDialect({pool: serverPool(own.href, silent, {...LIMITS, ...limits})})});
  const db = reached();
  const another: TestDatabase['another'] = () => {
    const other = reached();
    return {db: other, close: () => other.destroy()};
  };
  if (prepare !== undefined) await prepareDatabase(db, prepare, silent);
  const close = async () => {
    await db.destroy();
    await drop();
  };
  return {db, another, close};
};

/** Whether the tests run on a PostgreSQL server (vitest project `server-postgres`). */
export const onServer = process.env['BALCAO_TEST_DB'] === 'server';

/** One process has the embedded database: another one would be the same. */
const embedded = async (...how: Parameters<typeof embeddedDatabase>): Promise<TestDatabase> => {
  const {db, close} = await embeddedDatabase(...how);
  return {db, another: () => ({db, close: async () => {}}), close};
};
const onTestServer = (prepare?: Config, reach?: Reach): Promise<TestDatabase> =>
  openOnServer(process.env['TEST_DATABASE_URL'] ?? '', prepare, reach);

/** A database with nothing in it, not even tables. */
export const emptyDatabase = (): Promise<TestDatabase> => (onServer ? onTestServer() : embedded());

/** A database as a dump left it: SQL of many statements, that both databases take. */
export const loadedDatabase = async (script: string): Promise<TestDatabase> => {
  if (!onServer) return embedded(undefined, script);
  const database = await onTestServer();
  await sql.raw(script).execute(database.db);
  return database;
};

/** A database ready for `config`, without records. */
export const preparedDatabase = (config: Config, reach: Reach = {}): Promise<TestDatabase> =>
  (onServer ? onTestServer(config, reach) : embedded(config));

/** Removes every record, and starts ids again. A server truncates in milliseconds. */
export const emptyTables = (db: Db): Promise<void> => removeRecords(db, onServer ? 'truncate' : 'delete');
