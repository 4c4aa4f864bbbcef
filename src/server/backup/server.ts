/** A PostgreSQL server's database in a backup: `pg_dump` of the very moment at which the rows of files are read. */
import {createWriteStream} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {pipeline} from 'node:stream/promises';
import {sql} from 'kysely';
import type {FileRow} from '../control/protocol.ts';
import {withDatabase} from '../db/connection/open.ts';
import {withoutLimit} from '../db/limits.ts';
import type {Db, DbOrTrx} from '../db/tables.ts';
import type {Manifest} from './manifest.ts';
import {DUMP} from './places.ts';
import {connectionEnv, findProgram, startProgram} from './programs.ts';
import {allFileRows, factsOf, postgresOf, type Facts} from './rows.ts';

/** The limits of the product's connections are for requests; those that the server keeps. */
const SERVER_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** One connection to the database of `url`, without limits of time. @throws Error, one Portuguese sentence: not reached */
export const withServer = <T>(url: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase({DATA_DIR: '', DATABASE_URL: url}, db => withoutLimit(() => db.connection().execute(async connection => {
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
      const args = ['--format=custom', '--no-owner', '--no-privileges', '--no-password', `--snapshot=${snapshot?.id ?? ''}`];
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
