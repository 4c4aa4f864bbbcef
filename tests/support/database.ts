/** A fresh database per test file: PGlite in memory from a cached dump, or one of its own on the server of TEST_DATABASE_URL. */
import {randomUUID} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {PGlite} from '@electric-sql/pglite';
import {pg_trgm} from '@electric-sql/pglite/contrib/pg_trgm';
import {Kysely, PGliteDialect, PostgresDialect, sql} from 'kysely';
import {Pool} from 'pg';
import type {Config} from '../../src/schema/config.ts';
import {prepareDatabase} from '../../src/server/db/migrate.ts';
import {parsers} from '../../src/server/db/parsers.ts';
import {LIMITS, type Limits} from '../../src/server/db/limits.ts';
import {serverPool} from '../../src/server/db/server.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {kept, stateOf} from './kept.ts';

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
const embedded = (pglite: PGlite): TestDatabase => {
  const db: Db = new Kysely<Tables>({dialect: new PGliteDialect({pglite})});
  return {db, another: () => ({db, close: async () => {}}), close: () => db.destroy()};
};
const open = (loadDataDir?: Blob): Promise<PGlite> =>
  PGlite.create({extensions: {pg_trgm}, parsers, ...(loadDataDir === undefined ? {} : {loadDataDir})});

/** Everything that changes what a database looks like; without a config, one without tables. */
const fingerprint = (config: Config | undefined): Promise<string> =>
  config === undefined ? stateOf(['package-lock.json']) : stateOf(['package-lock.json', 'src/server/db'], [JSON.stringify(config)]);

/** The dump of a database, made by the first test file that needs it: from nothing it takes seconds. */
const cachedDump = async (config: Config | undefined): Promise<Blob> => {
  const file = await kept(await fingerprint(config), 'tar', async path => {
    const pglite = await open(config === undefined ? undefined : await cachedDump(undefined));
    const {db, close} = embedded(pglite);
    if (config !== undefined) await prepareDatabase(db, config, silent);
    const dump = await pglite.dumpDataDir('none');
    await close();
    await writeFile(path, Buffer.from(await dump.arrayBuffer()));
  });
  return new Blob([await readFile(file)]);
};

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

/** A database with nothing in it, not even tables. */
export const emptyDatabase = async (): Promise<TestDatabase> =>
  onServer ? openOnServer(process.env['TEST_DATABASE_URL'] ?? '', undefined) : embedded(await open(await cachedDump(undefined)));

/** A database as a dump left it: SQL of many statements, that both databases take. */
export const loadedDatabase = async (script: string): Promise<TestDatabase> => {
  if (!onServer) {
    const pglite = await open(await cachedDump(undefined));
    await pglite.exec(script);
    return embedded(pglite);
  }
  const database = await openOnServer(process.env['TEST_DATABASE_URL'] ?? '', undefined);
  await sql.raw(script).execute(database.db);
  return database;
};

/** A database ready for `config`, without records. */
export const preparedDatabase = async (config: Config, reach: Reach = {}): Promise<TestDatabase> =>
  onServer ? openOnServer(process.env['TEST_DATABASE_URL'] ?? '', config, reach) : embedded(await open(await cachedDump(config)));

/** Removes every record, and starts ids again. */
export const emptyTables = async (db: Db): Promise<void> => {
  const {rows} = await sql<{name: string}>`
    select quote_ident(relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'balcao_migracoes'`.execute(db);
  await sql.raw(`truncate ${rows.map(row => row.name).join(', ')} restart identity cascade`).execute(db);
};
