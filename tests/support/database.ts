/** A fresh database per test file: the worker's PGlite, or one of its own on the server of TEST_DATABASE_URL. */
import {sql, type ControlledTransaction} from 'kysely';
import {inject, onTestFinished} from 'vitest';
import type {Config} from '../../src/schema/shapes/config.ts';
import type {DatabaseLimits} from '../../src/server/db/limits.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {embeddedDatabase} from './embeddedDatabase.ts';
import {removeRecords} from './removeRecords.ts';
import {connectTo, databaseOnServer, preparedOnServer} from './serverDatabase.ts';

export interface TestDatabase {
  db: Db;
  /** The database as another process of the product has it, on connections of its own; the embedded one has one process, and this is it. */
  another: () => {db: Db; close: () => Promise<void>};
  close: () => Promise<void>;
}
/** How a server is reached; the embedded database takes no notice. */
export interface Reach {
  /** Connections go to this port of this machine. */
  port?: number | string | undefined;
  limits?: Partial<DatabaseLimits>;
  /** false: no statement has a name, and no limit is asked for. */
  prepared?: boolean | undefined;
}

const onTestServer = async (config?: Config, {port = inject('pooler'), limits, prepared}: Reach = {}): Promise<TestDatabase> => {
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const {url, drop} = await (config === undefined ? databaseOnServer(server) : preparedOnServer(server, config));
  const own = new URL(url);
  if (port !== undefined) own.host = `127.0.0.1:${port}`;
  const reached = (): Db => connectTo(own.href, limits, prepared);
  const db = reached();
  const another: TestDatabase['another'] = () => {
    const other = reached();
    return {db: other, close: () => other.destroy()};
  };
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

/** Removes every record, and starts ids again. */
export const emptyTables = async (db: Db): Promise<void> => {
  const {rows: [role]} = await sql<{passes: boolean}>`select current_setting('is_superuser') = 'on' as passes`.execute(db);
  await removeRecords(db, role?.passes === true ? 'delete' : 'truncate');
};

/** A transaction that ends with its test, however that ends: one that stayed open would keep its database from closing. */
export const openTransaction = async (db: Db): Promise<ControlledTransaction<Tables>> => {
  const trx = await db.startTransaction().execute();
  onTestFinished(async () => {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
  });
  return trx;
};
