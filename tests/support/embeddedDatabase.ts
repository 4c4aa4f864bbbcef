/**
 * The embedded database of the files that one worker runs, one after the other: opening PGlite takes a second of a core, as
 * much again until its code is quick, and every file would pay it. What a file gives back the next one takes, as new.
 */
import {execFile} from 'node:child_process';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {PGlite} from '@electric-sql/pglite';
import {pg_trgm} from '@electric-sql/pglite/contrib/pg_trgm';
import {Kysely, PGliteDialect, sql, type PGliteDialectConfig} from 'kysely';
import type {Config} from '../../src/schema/shapes/config.ts';
import {prepareDatabase} from '../../src/server/db/structure/migrate.ts';
import {parsers} from '../../src/server/db/connection/parsers.ts';
import {runInTransaction} from '../../src/server/db/connection/embedded.ts';
import {createStatementRunner} from '../../src/server/db/connection/embeddedStatements.ts';
import type {Db, Tables} from '../../src/server/db/tables.ts';
import {removeRecords} from './removeRecords.ts';
import {kept, stateOf} from './kept.ts';

type Client = Exclude<PGliteDialectConfig['pglite'], (...options: never[]) => unknown>;

interface Standing {
  pglite: PGlite;
  /** What it is prepared for, as JSON; undefined: it has no tables. */
  config: string | undefined;
  /** Of its tables, indexes, triggers …, to see whether a file changed any. */
  shape: string;
  /** Rows that the preparation left, by table. */
  rows: readonly {name: string; rows: unknown}[];
}

/** Two, because some files open two: the next ones find what they look for more often. */
const MOST = 2;

/** Given back, the last one last. Of the process rather than of this module, which `vi.resetModules` makes anew. */
const idle = ((globalThis as {balcaoIdleDatabases?: Standing[]}).balcaoIdleDatabases ??= []);

const dbOf = (pglite: Client): Db => new Kysely<Tables>({dialect: new PGliteDialect({pglite})});
const open = (loadDataDir?: Blob): Promise<PGlite> =>
  PGlite.create({extensions: {pg_trgm}, parsers, ...(loadDataDir === undefined ? {} : {loadDataDir})});

/** The folder of a database without tables, as a tar that the first file makes: from nothing it takes seconds. */
const emptyDump = async (): Promise<string> => kept(await stateOf(['package-lock.json']), 'tar', async path => {
  const pglite = await open();
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  await writeFile(path, Buffer.from(await dump.arrayBuffer()));
});
const openEmpty = async (): Promise<PGlite> => open(new Blob([await readFile(await emptyDump())]));

/** Puts a database without tables where the product has its embedded one, in `dataDir`. */
export const unpackEmpty = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'db');
  await mkdir(folder, {recursive: true, mode: 0o700});
  await promisify(execFile)('tar', ['-xf', await emptyDump(), '-C', folder]);
};

const CATALOGS = ['attribute', 'attrdef', 'constraint', 'depend', 'index', 'namespace', 'proc', 'trigger', 'type', 'db_role_setting']
  .map(name => `pg_${name}`);
/**
 * Changes with every statement that defines something, with the migrations that are noted, and where there are statistics: those
 * of one file's rows would lead the plans of the next. Rows of a catalog say which transaction wrote them.
 */
const shapeOf = async (db: Db): Promise<string> => {
  const {rows: [row]} = await sql.raw<{shape: string}>(`select concat_ws(' ',
    (select sum(oid::bigint) from pg_class where relpersistence <> 't'), (select count(*) from pg_statistic s
      join pg_class on pg_class.oid = starelid where relnamespace = 'public'::regnamespace),
    ${[...CATALOGS, 'balcao_migracoes'].map(name => `(select concat(count(*), '/', sum(xmin::text::bigint)) from ${name})`).join(', ')}
  ) as shape`).execute(db);
  return row!.shape;
};

const tableNames = async (db: Db): Promise<string[]> => {
  const {rows} = await sql<{name: string}>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'balcao_migracoes'`
    .execute(db);
  return rows.map(({name}) => name);
};
const rowsOf = async (db: Db): Promise<Standing['rows']> => {
  const all = await Promise.all((await tableNames(db)).map(async name => {
    const {rows: [row]} = await sql<{rows: unknown}>`select json_agg(t) as rows from ${sql.table(name)} t`.execute(db);
    return {name, rows: row?.rows};
  }));
  return all.filter(({rows}) => rows !== null);
};

/** Makes a database that may have had any tables one for `config`. */
const remake = async (pglite: PGlite, config: Config | undefined): Promise<Standing> => {
  const db = dbOf(pglite);
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  if (config === undefined) return {pglite, config: undefined, shape: '', rows: []};
  await prepareDatabase(db, config, () => {});
  return {pglite, config: JSON.stringify(config), shape: await shapeOf(db), rows: await rowsOf(db)};
};

/** As it was after its preparation, or to be prepared again where its tables are not those any more. */
const restored = async (standing: Standing): Promise<Standing> => {
  const {pglite, shape, rows} = standing;
  const db = dbOf(pglite);
  await pglite.exec('rollback');
  await pglite.exec('discard all');
  // Not even asked for where a file took away what is asked.
  const found = await shapeOf(db).catch(() => undefined);
  if (standing.config === undefined || found !== shape) return {...standing, config: undefined};
  await removeRecords(db, 'truncate');
  for (const {name, rows: all} of rows) {
    await sql`insert into ${sql.table(name)} overriding system value
      select * from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(all)}::json)`.execute(db);
  }
  return standing;
};

const giveBack = async (standing: Standing): Promise<void> => {
  if (idle.length < MOST) idle.push(await restored(standing));
  else await standing.pglite.close();
};

const take = async (config: Config | undefined): Promise<Standing> => {
  const wanted = config === undefined ? undefined : JSON.stringify(config);
  const found = wanted === undefined ? -1 : idle.findIndex(one => one.config === wanted);
  if (found !== -1) return idle.splice(found, 1)[0]!;
  // One whose tables nobody will ask for again, else the one that waited longest.
  const spoilt = idle.findIndex(one => one.config === undefined);
  const any = spoilt !== -1 || idle.length === MOST ? idle.splice(Math.max(0, spoilt), 1)[0] : undefined;
  return remake(any?.pglite ?? await openEmpty(), config);
};

/** PGlite for one file: once closed it answers no more, whoever has it now. */
const lend = (standing: Standing): Client => {
  let closed = false;
  const {pglite} = standing;
  const run = createStatementRunner(pglite);
  const demand = (): void => {
    if (closed) throw new Error('This test file has given its database back.');
  };
  const query: Client['query'] = async (text, params) => {
    demand();
    return {...await run(text, params ?? []), fields: []} as never;
  };
  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return closed;
    },
    query,
    transaction: work => runInTransaction(query as never, work as never),
    close: async () => {
      if (closed) return;
      closed = true;
      await giveBack(standing);
    },
  };
};

/**
 * A database for one file.
 *
 * @param config that it is prepared for; without one it has no tables
 * @param script SQL of many statements that it starts with
 */
export const embeddedDatabase = async (config?: Config, script?: string): Promise<{db: Db; close: () => Promise<void>}> => {
  const standing = await take(config);
  if (script !== undefined) await standing.pglite.exec(script);
  const client = lend(standing);
  return {db: dbOf(client), close: client.close};
};
