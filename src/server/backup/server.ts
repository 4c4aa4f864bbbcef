/** A PostgreSQL server's database in a backup: `pg_dump` of the very moment at which the rows of files are read. */
import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import type {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {promisify} from 'node:util';
import {sql} from 'kysely';
import {Client} from 'pg';
import type {FileRow} from '../control/protocol.ts';
import {withDatabase} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import type {Manifest} from './manifest.ts';
import {DUMP} from './places.ts';
import {allFileRows, factsOf, postgresOf, type Facts} from './rows.ts';

/** PostgreSQL's own programs, which back up and restore a server's database. */
type Name = 'pg_dump' | 'pg_restore';

interface Program {
  path: string;
  /** Major version. */
  version: number;
}

const run = promisify(execFile);

/** Where Debian and its kin keep one folder for each version. */
const PACKAGED = '/usr/lib/postgresql';

const folders = async (path: string): Promise<string[]> => {
  const versions = await readdir(PACKAGED).catch(() => []);
  return [...path.split(delimiter).filter(folder => folder !== ''), ...versions.map(version => join(PACKAGED, version, 'bin'))];
};

const versionOf = async (path: string): Promise<number | undefined> => {
  const said = await run(path, ['--version']).catch(() => undefined);
  const major = /\(PostgreSQL\) (\d+)/.exec(said?.stdout ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
};

/**
 * The program whose version is nearest to `atLeast`: an older one does not know the database, a much newer one may write
 * what the other side does not understand.
 *
 * @param path the folders to look in first, as PATH has them
 * @throws Error, one Portuguese sentence, when the machine has none
 */
export const findProgram = async (name: Name, atLeast: number, path = process.env['PATH'] ?? ''): Promise<Program> => {
  const found: Program[] = [];
  for (const folder of await folders(path)) {
    const candidate = join(folder, name);
    const version = await versionOf(candidate);
    if (version !== undefined) found.push({path: candidate, version});
  }
  const [best] = found.filter(one => one.version >= atLeast).toSorted((a, b) => a.version - b.version);
  if (best !== undefined) return best;
  const have = found.length === 0 ? '' : ` (há ${found.map(one => one.version).join(', ')})`;
  throw new Error(`Este comando precisa do ${name} do PostgreSQL ${atLeast} ou mais novo${have}. Instale o pacote postgresql-client.`);
};

/** Connection options of an address that libpq takes from the environment under these names. */
const OPTIONS = {
  sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY', options: 'PGOPTIONS',
} as const;

/** The database of an address, in the environment of a program: never on its command line, which everybody on the machine can read. */
export const connectionEnv = (url: string): Record<string, string> => {
  // Read by the library that the server connects with, so that both mean the same database.
  const {host, port, user = '', database = '', password} = new Client({connectionString: url});
  const env: Record<string, string> = {
    PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database, PGAPPNAME: 'balcao-backup', PGCONNECT_TIMEOUT: '10',
  };
  if (typeof password === 'string') env['PGPASSWORD'] = password;
  const {searchParams} = new URL(url);
  for (const [name, variable] of Object.entries(OPTIONS)) {
    const value = searchParams.get(name);
    if (value !== null) env[variable] = value;
  }
  // The library's own words for an encrypted line whose certificate nobody checks.
  if (env['PGSSLMODE'] === 'no-verify' || (env['PGSSLMODE'] === undefined && ['true', '1'].includes(searchParams.get('ssl') ?? ''))) {
    env['PGSSLMODE'] = 'require';
  }
  return env;
};

/** Starts a program on the database of `url`; killed when `signal` aborts. */
export const startProgram = (
  {path}: Program, args: readonly string[], url: string, signal: AbortSignal,
): {stdout: Readable; ended: Promise<void>} => {
  const child = spawn(path, args, {env: {...process.env, ...connectionEnv(url)}, stdio: ['ignore', 'pipe', 'pipe'], signal});
  const ended = (async (): Promise<void> => {
    const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (child.exitCode === 0) return;
    // Its errors; what follows them (CONTEXT) may show values of rows.
    const reasons = said.split('\n').filter(line => /\b(?:error|fatal|erro)\b/i.test(line));
    throw new Error(`O ${path} não terminou:\n${reasons.join('\n')}`);
  })();
  return {stdout: child.stdout, ended};
};

/** The limits of the product's connections are for requests; those that the server keeps. */
const SERVER_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** One connection to the database of `url`, without limits of time. @throws Error, one Portuguese sentence: not reached */
export const withServer = <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase({DATA_DIR: '', DATABASE_URL: url}, db => withoutClientLimits(() => db.connection().execute(async connection => {
    for (const limit of SERVER_LIMITS) await sql`set ${sql.raw(limit)} = 0`.execute(connection);
    return work(connection);
  })));

interface Dumped {
  facts: Facts;
  rows: FileRow[];
  momento: Date;
  /** Major version of the program. */
  pgDump: number;
}

/** Dumps the database of `url` into `folder`, with what it held at that moment. @param wrote hears of each part */
export const dumpServer = (url: string, folder: string, signal: AbortSignal, wrote: (bytes: number) => void): Promise<Dumped> =>
  withServer(url, db =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(async trx => {
      const {rows: [snapshot]} = await sql<{id: string}>`select pg_export_snapshot() as id`.execute(trx);
      const momento = new Date();
      const facts = await factsOf(trx);
      const rows = await allFileRows(trx);
      const program = await findProgram('pg_dump', facts.postgres);
      const args = [
        '--format=custom', '--no-owner', '--no-privileges', '--no-password', '--no-unlogged-table-data', `--snapshot=${snapshot?.id ?? ''}`,
      ];
      const {stdout, ended} = startProgram(program, args, url, signal);
      const measured = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of chunks) {
          wrote(chunk.length);
          yield chunk;
        }
      };
      await Promise.all([ended, pipeline(stdout, measured, createWriteStream(join(folder, DUMP), {mode: 0o600, flush: true}))]);
      return {facts, rows, momento, pgDump: program.version};
    }));

/** Anything a person has made in the database: tables, views, sequences, outside what extensions bring. */
export const isEmpty = async (db: DbOrTrx): Promise<boolean> => {
  const {rows: [row]} = await sql<{found: boolean}>`
    select exists (
      select from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and c.relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_|^information_schema$')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    ) as found`.execute(db);
  return row?.found === false;
};

/** What a dump has, without the words of extensions: those are their owners', and the database may have had them before. */
const OF_EXTENSIONS = / COMMENT - EXTENSION /;

/**
 * Restores a dump in one transaction: whole, or nothing.
 *
 * @throws Error, one Portuguese sentence: an older server than the dump's, no program that can read it, or what that says
 */
export const restoreServer = async (
  url: string, dump: string, of: Pick<Manifest['banco'], 'postgres' | 'pgDump'>, signal: AbortSignal,
): Promise<void> => {
  const server = await withServer(url, postgresOf);
  if (server < of.postgres) throw new Error(
    `O backup é de um PostgreSQL ${of.postgres}, e o servidor de DATABASE_URL é um ${server}: use um servidor ${of.postgres} ou mais novo.`,
  );
  const program = await findProgram('pg_restore', of.pgDump ?? of.postgres);
  const database = connectionEnv(url)['PGDATABASE'] ?? '';
  const listing = startProgram(program, ['--list', dump], url, signal);
  const [contents] = await Promise.all([text(listing.stdout), listing.ended]);
  const folder = await mkdtemp(join(tmpdir(), 'balcao-restore-'));
  try {
    const list = join(folder, 'conteudo');
    await writeFile(list, contents.split('\n').filter(line => !OF_EXTENSIONS.test(line)).join('\n'));
    await startProgram(program, [
      '--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password', '--dbname', database,
      '--use-list', list, dump,
    ], url, signal).ended;
  } finally {
    await rm(folder, {recursive: true});
  }
  // A restored database knows nothing of its tables yet, and would choose bad plans until its own maintenance comes by.
  await withServer(url, db => sql`analyze`.execute(db));
};
