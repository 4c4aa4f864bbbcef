/** Databases on the PostgreSQL server of TEST_DATABASE_URL: one for each who asks, copied from one that is prepared once in a run. */
import {createHash, randomUUID} from 'node:crypto';
import {Kysely, PostgresDialect} from 'kysely';
import {Client} from 'pg';
import type {Config} from '../../src/schema/shapes/config.ts';
import {DEFAULT_DATABASE_LIMITS, type DatabaseLimits} from '../../src/server/db/limits.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {createServerPool} from '../../src/server/db/connection/serverPool.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {ourDatabases} from './serverRun.ts';

export interface ServerDatabase {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

const silent = (): void => {};

/** As behind a pooler that keeps no prepared statements. */
const PREPARED = process.env['DATABASE_PREPARED'] !== '0';

export const connectTo = (url: string, limits: Partial<DatabaseLimits> = {}, prepared = PREPARED): Db =>
  new Kysely<Tables>(
    {dialect: new PostgresDialect({pool: createServerPool(url, silent, {...DEFAULT_DATABASE_LIMITS, ...limits}, prepared)})}
  );

/** On a connection of its own. */
const asked = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({connectionString: url});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Where nothing waits for a disk, copying files takes less CPU than writing every page to the log, of an empty one a fifth. */
const strategyOf = async (client: Client): Promise<string> => {
  const {rows: [{copies} = {copies: false}]} = await client.query<{copies: boolean}>(
    "select current_setting('fsync') = 'off' and current_setting('server_version_num')::integer >= 150000 as copies",
  );
  return copies ? ' strategy file_copy' : '';
};

/**
 * A database of its own on the server of `url`.
 *
 * @param like the name of one that it is a copy of; absent: nothing in it
 */
export const databaseOnServer = async (url: string, like?: string): Promise<ServerDatabase> => {
  const name = `${await ourDatabases()}${randomUUID().replaceAll('-', '')}`;
  await asked(url, async client =>
    client.query(`create database ${name}${like === undefined ? '' : ` template ${like}`}${await strategyOf(client)}`));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {name, url: own.href, drop: () => asked(url, async client => void (await client.query(`drop database ${name} with (force)`)))};
};

/** One key of PostgreSQL's advisory locks, any number; the other says which. */
const MODELS = 8_112_126;

/** The name of one that is prepared for `config`: who asks first makes it, and others wait for that. */
const modelFor = async (url: string, config: Config): Promise<string> => {
  const name = `${await ourDatabases()}modelo_${createHash('sha256').update(JSON.stringify(config)).digest('hex').slice(0, 12)}`;
  await asked(url, async client => {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [MODELS, name]);
    const {rowCount} = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const made = await databaseOnServer(url);
    const db = connectTo(made.url);
    await prepareDatabase(db, config, silent);
    await db.destroy();
    // It has the name only once it is whole.
    await client.query(`alter database ${made.name} rename to ${name}`);
  });
  return name;
};

/** A database that is ready for `config`, without records. */
export const preparedOnServer = async (url: string, config: Config): Promise<ServerDatabase> =>
  databaseOnServer(url, await modelFor(url, config));
