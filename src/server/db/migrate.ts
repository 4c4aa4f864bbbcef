/** Brings a database to the state this code and this config need, one process at a time. */
import {readdir, readFile} from 'node:fs/promises';
import {sql} from 'kysely';
import type {Config} from '../../schema/config.ts';
import {applyColumns, planColumns} from './columns.ts';
import {planCounts, prepareCounts} from './counts/prepare.ts';
import {oneAtATime} from './oneAtATime.ts';
import type {Db, DbOrTrx} from './tables.ts';

const FOLDER = new URL('migrations/', import.meta.url);

interface Migration {
  numero: number;
  nome: string;
}

/** The numbered SQL files of this version, in order. */
export const migrations = async (): Promise<Migration[]> =>
  (await readdir(FOLDER))
    .flatMap(nome => {
      const numero = /^(\d{3})_\w+\.sql$/.exec(nome)?.[1];
      return numero === undefined ? [] : [{numero: Number(numero), nome}];
    })
    .toSorted((a, b) => a.numero - b.numero);

/** The last migration the database has seen; 0 for an empty one. */
export const versionOf = async (db: DbOrTrx): Promise<number> => {
  const {rows} = await sql<{found: boolean}>`select to_regclass('balcao_migracoes') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return 0;
  const last = await sql<{numero: number | null}>`select max(numero) as numero from balcao_migracoes`.execute(db);
  return last.rows[0]?.numero ?? 0;
};

/**
 * Migrations, then columns and counts from the config, under a lock that other processes wait for.
 *
 * @param log one Portuguese sentence for each change made
 * @throws Error in Portuguese: the database is of a newer version, or the config contradicts it
 */
export const prepareDatabase = (db: Db, config: Config, log: (sentence: string) => void): Promise<void> =>
  oneAtATime(db, 'preparation', async connection => {
    // On a new database everything is new, and a list of it would hide how to sign in.
    const isNew = (await versionOf(connection)) === 0;
    const each = isNew ? () => {} : log;
    await migrate(connection, each);
    await applyColumns(connection, config, each);
    await prepareCounts(connection, config, each);
    if (isNew) log('Banco de dados criado.');
  });

/** Migrations that the database has not seen. @throws Error in Portuguese when it has seen more than this version knows */
const pendingMigrations = async (db: DbOrTrx): Promise<Migration[]> => {
  const known = await migrations();
  const newest = known.at(-1)?.numero ?? 0;
  const current = await versionOf(db);
  if (current > newest) {
    throw new Error(
      `O banco de dados é de uma versão mais nova do Balcão (migração ${current}; esta versão conhece até a ${newest}). Atualize o Balcão.`,
    );
  }
  return known.filter(one => one.numero > current);
};

const runMigration = async (trx: DbOrTrx, {numero, nome}: Migration): Promise<void> => {
  await sql`create table if not exists balcao_migracoes (
    numero integer primary key, nome text not null, data timestamptz not null default now()
  )`.execute(trx);
  await sql.raw(asOneStatement(await readFile(new URL(nome, FOLDER), 'utf8'))).execute(trx);
  await sql`insert into balcao_migracoes (numero, nome) values (${numero}, ${nome})`.execute(trx);
};

const migrate = async (db: Db, log: (sentence: string) => void): Promise<void> => {
  for (const migration of await pendingMigrations(db)) {
    await db.transaction().execute(trx => runMigration(trx, migration));
    log(`Banco de dados: migração ${migration.nome} aplicada.`);
  }
};

/**
 * What {@link prepareDatabase} would do, nothing applied (`npm run schema`): one sentence for each change, and what
 * would stop it.
 */
export const planDatabase = async (db: Db, config: Config): Promise<{sentences: string[]; mistakes: string[]}> => {
  // Columns are planned on the tables as they will be; the transaction takes them away again.
  const trx = await db.startTransaction().execute();
  try {
    const pending = await pendingMigrations(trx);
    for (const migration of pending) await runMigration(trx, migration);
    const {changes, mistakes} = await planColumns(trx, config);
    const counts = await planCounts(trx, config);
    const sentences = [...pending.map(({nome}) => `Migração ${nome}.`), ...changes.map(change => change.sentence), ...(counts === undefined ? [] : [counts])];
    return {sentences, mistakes};
  } finally {
    await trx.rollback().execute();
  }
};

/** PGlite's `query` takes one statement; `do` makes one of many, the same on both databases. */
const asOneStatement = (script: string): string =>
  `do $balcao$ begin execute $balcao_script$${script}$balcao_script$; end $balcao$`;
