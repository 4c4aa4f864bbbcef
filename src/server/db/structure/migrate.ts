/** Brings a database to the structure that code and config need, one process at a time. */
import {readdir, readFile} from 'node:fs/promises';
import {sql} from 'kysely';
import type {Config} from '../../../schema/config/config.ts';
import {planCounts, prepareCounts} from '../counts/prepare.ts';
import type {Database} from '../connection/open.ts';
import {inTurn, oneAtATime, unlimited} from '../oneAtATime.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {applyBeside, applyChanges, applyInPortions, besideOthers} from './apply.ts';
import {carriedChoices} from './carried.ts';
import {readCatalog} from './catalog.ts';
import {asPlanned, type Change, type ChangeSummary} from './change.ts';
import {allColumns, changesFor} from './columns.ts';
import {adoptQueued, planQueued} from './parts.ts';
import {missingRows} from './incomplete.ts';
import type {Finding} from './plan/finding.ts';
import {inTheWay} from './plan/inTheWay.ts';
import {beginning, keepConfig, keptAnyhow, keptConfig} from './plan/kept.ts';
import {announceHeld, watchLocks, type Held} from './plan/held.ts';
import {announce, demandStartable, findIn, readingBefore, type Preview} from './plan/plan.ts';
import {withoutRepeated} from './plan/repeated.ts';
import {renameChanges, unneededViews, wordsSince} from './renamed.ts';
import {namesSince} from './twins.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

interface Migration {
  numero: number;
  nome: string;
  /**
   * `…_nome.lotes.sql` is one statement that migrates a batch and returns its row count (`linhas`), or no row at the end.
   * Every batch is a transaction, so that an interrupted start resumes.
   */
  inParts: boolean;
}

/** The migration files of this version, in order. */
export const migrations = async (): Promise<Migration[]> =>
  (await readdir(FOLDER))
    .flatMap(nome => {
      const [, numero, lotes] = /^(\d{3})_\w+(\.lotes)?\.sql$/.exec(nome) ?? [];
      return numero === undefined ? [] : [{numero: Number(numero), nome, inParts: lotes !== undefined}];
    })
    .toSorted((a, b) => a.numero - b.numero);

/** The last applied migration; 0 for an empty database. */
export const versionOf = async (db: DbOrTrx): Promise<number> => {
  const {rows} = await sql<{found: boolean}>`select to_regclass('balcao_migracoes') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return 0;
  const last = await sql<{numero: number | null}>`select max(numero) as numero from balcao_migracoes`.execute(db);
  return last.rows[0]?.numero ?? 0;
};

interface Changes {
  /** In order of execution. */
  changes: Change[];
  /** Present names of renamed tables, by the new name. */
  names: ReadonlyMap<string, string>;
  /** Findings that keep some changes from being made. */
  left: readonly Finding[];
}
/** Every change that a start makes for the config. */
export const plannedChanges = async (db: DbOrTrx, config: Config): Promise<Changes> => {
  const found = await readCatalog(db);
  const {changes: renames, catalog, names} = renameChanges(found, config);
  const renamed = allColumns(config).filter(({field}) => field.was !== undefined);
  const {meanwhile} = renamed.length === 0 ? {} : await keptConfig(db, config);
  const before = await keptAnyhow(db);
  const all = [
    ...unneededViews(found, before, config), ...renames, ...changesFor(catalog, config, before),
    ...await wordsSince(db, found, config), ...meanwhile === undefined ? [] : await namesSince(db, catalog, renamed, meanwhile.since),
    ...await carriedChoices(db, found, config),
  ];
  const {changes, findings} = await withoutRepeated(readingBefore(db, names), config, all);
  return {names, changes, left: findings};
};

/**
 * Runs migrations, then applies the config's columns and counts, under a lock that other processes wait for.
 *
 * @param log one Portuguese sentence for each change
 * @throws Error in Portuguese: the database belongs to another product or a newer version, or the config contradicts it
 */
export const prepareDatabase = (
  db: Db, config: Config, log: (sentence: string) => void, kind: Database['kind'] = 'embedded',
): Promise<void> => inTurn(db, kind, async () => {
  // A new database logs no single change, because the list would hide how to sign in.
  let isNew = false;
  const each = (sentence: string): void => void (isNew || log(sentence));
  const beside = await oneAtATime(db, kind, 'preparation', async connection => {
    isNew = (await versionOf(connection)) === 0;
    await demandOwn(connection, config);
    await migrate(connection, config, each);
    const since = await beginning(connection);
    const {changes, names, left} = await plannedChanges(connection, config);
    const missing = missingRows();
    const findings = isNew ? [] : await findIn(connection, config, changes, missing.note);
    demandStartable(findings);
    const later = await afterOthers(connection, kind, changes, names);
    await applyChanges(connection, changes.filter(one => !later.includes(one)), each);
    for (const {sentence} of [...left, ...findings]) log(`Atenção: ${sentence}`);
    await missing.keep(connection, config);
    await adoptQueued(connection, config, each);
    await keepConfig(connection, config, since);
    return later;
  });
  // Outside the preparation lock: a start of an earlier version blocks on that lock, and CREATE INDEX CONCURRENTLY would wait for it in
  // turn.
  await unlimited(db, async connection => {
    await applyInPortions(connection, beside, each);
    await applyBeside(connection, beside.filter(one => one.portions === undefined), each);
    await prepareCounts(connection, kind, config, each);
  });
  if (isNew) log('Banco de dados criado.');
});

/** Changes after all others: in batches, or with CONCURRENTLY. */
const afterOthers = async (
  db: DbOrTrx, kind: Database['kind'], changes: readonly Change[], names: ReadonlyMap<string, string>,
): Promise<Change[]> =>
  [...changes.filter(one => one.portions !== undefined), ...await besideOthers(db, kind, changes, names)];

/** The product key of a database without one. */
const BALCAO = 'balcao';
/** @throws Error in Portuguese: the database was created for a product with another key */
const demandOwn = async (db: DbOrTrx, {product: {key = BALCAO}}: Config): Promise<void> => {
  if ((await versionOf(db)) === 0) return;
  // The column exists only where the product has a key.
  const {rows: [row]} = await sql<{produto: string | null}>`
    select to_jsonb(m) ->> 'produto' as produto from balcao_migracoes m limit 1`.execute(db);
  const produto = row?.produto ?? BALCAO;
  if (produto === key) return;
  throw new Error(
    `O banco de dados é do produto "${produto}", e a configuração é do produto "${key}": indique o dele em DATA_DIR ou DATABASE_URL.`,
  );
};

/** Migrations not applied yet. @throws Error in Portuguese for a database of a newer version */
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

const textOf = ({nome}: Migration): Promise<string> => readFile(new URL(nome, FOLDER), 'utf8');

const record = async (trx: DbOrTrx, {product: {key}}: Config, {numero, nome}: Migration): Promise<void> => {
  await sql`create table if not exists balcao_migracoes (
    numero integer primary key, nome text not null, data timestamptz not null default now()
    ${key === undefined ? sql`` : sql`, produto text not null default ${sql.lit(key)}`}
  )`.execute(trx);
  await sql`insert into balcao_migracoes (numero, nome) values (${numero}, ${nome})`.execute(trx);
};

const runWhole = async (trx: DbOrTrx, config: Config, migration: Migration): Promise<void> => {
  await sql.raw(asOneStatement(await textOf(migration))).execute(trx);
  await record(trx, config, migration);
};

/** Milliseconds between two progress messages of a migration in batches. */
const TELL_EVERY = 10_000;

/** @returns rows that this start migrated, without those of an interrupted one */
const runInParts = async (db: Db, config: Config, migration: Migration, log: (sentence: string) => void): Promise<number> => {
  const part = await textOf(migration);
  let done = 0;
  for (let told = Date.now(); ;) {
    const linhas = await db.transaction().execute(async trx => {
      const {rows: [one]} = await sql.raw<{linhas: number}>(part).execute(trx);
      if (one === undefined) await record(trx, config, migration);
      return one?.linhas ?? 0;
    });
    if (linhas === 0) return done;
    done += linhas;
    if (Date.now() - told < TELL_EVERY) continue;
    told = Date.now();
    log(
      `Banco de dados: migração ${migration.nome} em andamento, ${counted(done)}. Se for interrompida, a próxima partida continua daqui.`,
    );
  }
};

const counted = (rows: number): string => `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'linha' : 'linhas'}`;

const migrate = async (db: Db, config: Config, log: (sentence: string) => void): Promise<void> => {
  for (const migration of await pendingMigrations(db)) {
    const {nome, inParts} = migration;
    if (inParts) {
      const done = await runInParts(db, config, migration, log);
      log(`Banco de dados: migração ${nome} aplicada, ${counted(done)}.`);
      continue;
    }
    await db.transaction().execute(trx => runWhole(trx, config, migration));
    log(`Banco de dados: migração ${nome} aplicada.`);
  }
};

interface Planned extends Changes {
  pending: readonly Migration[];
  /** Tables locked by the pending migrations. */
  held: readonly Held[];
  /** Changes of the dashboards' counts. */
  counts: readonly ChangeSummary[];
}

/** Plans on the tables as they are, or inside a transaction with the pending migrations, which is rolled back. */
const planStructure = async (db: Db, config: Config): Promise<Planned> => {
  const pending = await pendingMigrations(db);
  const planned = async (on: DbOrTrx): Promise<Omit<Planned, 'held'>> =>
    ({pending, ...await plannedChanges(on, config), counts: await planCounts(on, config)});
  if (pending.length === 0) return {...await planned(db), held: []};
  const trx = await db.startTransaction().execute();
  try {
    // A short lock timeout, because everybody would queue behind a waiting exclusive lock.
    await sql`set local lock_timeout = '1s'`.execute(trx);
    const heldIn = await watchLocks(trx);
    // Migrations in batches change rows only, and may take long.
    for (const migration of pending.filter(one => !one.inParts)) await runWhole(trx, config, migration);
    const held = await heldIn();
    return {...await planned(trx), held};
  } finally {
    await trx.rollback().execute();
  }
};

/**
 * Previews {@link prepareDatabase} without changes (`npm run schema`).
 * Without pending migrations it only reads. With them, it locks their tables meanwhile and says so.
 *
 * @throws Error in Portuguese as {@link prepareDatabase}, findings in rows excepted
 */
export const planDatabase = async (db: Db, config: Config, kind: Database['kind'] = 'embedded'): Promise<Preview> => {
  await demandOwn(db, config);
  const {pending, held, changes, names, left, counts} = await planStructure(db, config).catch((error: unknown) => inTheWay(db, error));
  const catalog = await readCatalog(db);
  const announced = (all: readonly ChangeSummary[], beside: readonly ChangeSummary[] = []): Promise<Preview['changes']> =>
    announce(db, {catalog, names}, all, beside);
  const counted = await Promise.all(counts.map(one => announced([one])));
  return {
    changes: [
      ...pending.map(({nome}) => ({sentence: asPlanned(`Migração ${nome} {aplicada}.`)})), ...await announceHeld(db, held),
      ...await announced(changes, await afterOthers(db, kind, changes, names)),
      ...await planQueued(db, catalog, config), ...counted.flat(),
    ],
    findings: (await versionOf(db)) === 0 ? [] : [...left, ...await findIn(db, config, changes)],
  };
};

/** A `do` block makes many statements one, because PGlite's `query` takes one statement. */
const asOneStatement = (script: string): string =>
  `do $balcao$ begin execute $balcao_script$${script}$balcao_script$; end $balcao$`;
