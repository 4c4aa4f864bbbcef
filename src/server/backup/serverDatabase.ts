/** Backs up a PostgreSQL server's database by `pg_dump`, in the snapshot in which the file rows are read. */
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
import type {FileRow} from '../adminSocket/protocol.ts';
import {withDatabase} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import type {Manifest} from './manifest.ts';
import {DUMP_FILE} from './locations.ts';
import {readAllFileRows, readDatabaseFacts, readServerVersion, type DatabaseFacts} from './databaseFacts.ts';

type ProgramName = 'pg_dump' | 'pg_restore';

interface Program {
  path: string;
  version: number;
}

const execute = promisify(execFile);

const DEBIAN_ROOT = '/usr/lib/postgresql';

const searchFolders = async (path: string): Promise<string[]> => {
  const versions = await readdir(DEBIAN_ROOT).catch(() => []);
  return [...path.split(delimiter).filter(folder => folder !== ''), ...versions.map(version => join(DEBIAN_ROOT, version, 'bin'))];
};

const versionOf = async (path: string): Promise<number | undefined> => {
  const output = await execute(path, ['--version']).catch(() => undefined);
  const major = /\(PostgreSQL\) (\d+)/.exec(output?.stdout ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
};

/**
 * Finds the program with the lowest version from `atLeast` on. An older one does not know the database. A much newer one may write a format
 * that the other side cannot read.
 *
 * @param path folders to search first, in PATH format
 * @throws Error, one Portuguese sentence, when none is installed
 */
export const findProgram = async (name: ProgramName, atLeast: number, path = process.env['PATH'] ?? ''): Promise<Program> => {
  const candidates: Program[] = [];
  for (const folder of await searchFolders(path)) {
    const programPath = join(folder, name);
    const version = await versionOf(programPath);
    if (version !== undefined) candidates.push({path: programPath, version});
  }
  const [best] = candidates.filter(program => program.version >= atLeast).toSorted((a, b) => a.version - b.version);
  if (best !== undefined) return best;
  const installed = candidates.length === 0 ? '' : ` (há ${candidates.map(program => program.version).join(', ')})`;
  throw new Error(`Este comando precisa do ${name} do PostgreSQL ${atLeast} ou mais novo${installed}. Instale o pacote postgresql-client.`);
};

/** URL options that libpq reads from these environment variables. */
const LIBPQ_VARIABLES = {
  sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY', options: 'PGOPTIONS',
} as const;

/** Connection environment of a program, because other users can read its command line. */
export const connectionEnv = (url: string): Record<string, string> => {
  // Parsed by the server's own library, so that both mean the same database.
  const {host, port, user = '', database = '', password} = new Client({connectionString: url});
  const env: Record<string, string> = {
    PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database, PGAPPNAME: 'balcao-backup', PGCONNECT_TIMEOUT: '10',
  };
  if (typeof password === 'string') env['PGPASSWORD'] = password;
  const {searchParams} = new URL(url);
  for (const [name, variable] of Object.entries(LIBPQ_VARIABLES)) {
    const value = searchParams.get(name);
    if (value !== null) env[variable] = value;
  }
  // The library's own options for TLS without certificate check.
  if (env['PGSSLMODE'] === 'no-verify' || (env['PGSSLMODE'] === undefined && ['true', '1'].includes(searchParams.get('ssl') ?? ''))) {
    env['PGSSLMODE'] = 'require';
  }
  return env;
};

export const startProgram = (
  {path}: Program, args: readonly string[], url: string, signal: AbortSignal,
): {stdout: Readable; ended: Promise<void>} => {
  const child = spawn(path, args, {env: {...process.env, ...connectionEnv(url)}, stdio: ['ignore', 'pipe', 'pipe'], signal});
  const ended = (async (): Promise<void> => {
    const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (child.exitCode === 0) return;
    // Error lines only, because CONTEXT lines may show row values.
    const reasons = errors.split('\n').filter(line => /\b(?:error|fatal|erro)\b/i.test(line));
    throw new Error(`O ${path} não terminou:\n${reasons.join('\n')}`);
  })();
  return {stdout: child.stdout, ended};
};

/** The product's connections have limits meant for requests; these are set on the server. */
const SERVER_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** Opens one connection to `url` without time limits. @throws Error, one Portuguese sentence: not reachable */
export const withServerConnection = <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase({DATA_DIR: '', DATABASE_URL: url}, db => withoutClientLimits(() => db.connection().execute(async connection => {
    for (const limit of SERVER_LIMITS) await sql`set ${sql.raw(limit)} = 0`.execute(connection);
    return work(connection);
  })));

interface DumpResult {
  facts: DatabaseFacts;
  rows: FileRow[];
  momento: Date;
  pgDump: number;
}

/**
 * Dumps the database of `url` into `folder`, with facts and file rows of the same snapshot.
 *
 * @param wrote called with the size of each chunk
 */
export const dumpServer = (url: string, folder: string, signal: AbortSignal, wrote: (bytes: number) => void): Promise<DumpResult> =>
  withServerConnection(url, db =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(async trx => {
      const {rows: [snapshot]} = await sql<{id: string}>`select pg_export_snapshot() as id`.execute(trx);
      const momento = new Date();
      const facts = await readDatabaseFacts(trx);
      const rows = await readAllFileRows(trx);
      const program = await findProgram('pg_dump', facts.postgres);
      const args = [
        '--format=custom', '--no-owner', '--no-privileges', '--no-password', '--no-unlogged-table-data', `--snapshot=${snapshot?.id ?? ''}`,
      ];
      const {stdout, ended} = startProgram(program, args, url, signal);
      const reportSize = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const chunk of chunks) {
          wrote(chunk.length);
          yield chunk;
        }
      };
      await Promise.all([ended, pipeline(stdout, reportSize, createWriteStream(join(folder, DUMP_FILE), {mode: 0o600, flush: true}))]);
      return {facts, rows, momento, pgDump: program.version};
    }));

/** True if the database has no tables, views or sequences, except those of extensions. */
export const isDatabaseEmpty = async (db: DbOrTrx): Promise<boolean> => {
  const {rows: [row]} = await sql<{found: boolean}>`
    select exists (
      select from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
        and c.relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_|^information_schema$')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    ) as found`.execute(db);
  return row?.found === false;
};

/** Comments of extensions are skipped on restore, because they belong to the extensions' owners. */
const EXTENSION_COMMENT = / COMMENT - EXTENSION /;

/**
 * Restores a dump in one transaction.
 *
 * @throws Error, one Portuguese sentence: server older than the dump, no suitable program, or the program's error
 */
export const restoreServer = async (
  url: string, dump: string, from: Pick<Manifest['banco'], 'postgres' | 'pgDump'>, signal: AbortSignal,
): Promise<void> => {
  const server = await withServerConnection(url, readServerVersion);
  if (server < from.postgres) throw new Error(
    `O backup é de um PostgreSQL ${from.postgres}, e o servidor de DATABASE_URL é um ${server}: ` +
    `use um servidor ${from.postgres} ou mais novo.`,
  );
  const program = await findProgram('pg_restore', from.pgDump ?? from.postgres);
  const database = connectionEnv(url)['PGDATABASE'] ?? '';
  const tocListing = startProgram(program, ['--list', dump], url, signal);
  const [toc] = await Promise.all([text(tocListing.stdout), tocListing.ended]);
  const folder = await mkdtemp(join(tmpdir(), 'balcao-restore-'));
  try {
    const tocFile = join(folder, 'conteudo');
    await writeFile(tocFile, toc.split('\n').filter(line => !EXTENSION_COMMENT.test(line)).join('\n'));
    await startProgram(program, [
      '--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--no-password', '--dbname', database,
      '--use-list', tocFile, dump,
    ], url, signal).ended;
  } finally {
    await rm(folder, {recursive: true});
  }
  // A restored database has no planner statistics until autovacuum runs.
  await withServerConnection(url, db => sql`analyze`.execute(db));
};
