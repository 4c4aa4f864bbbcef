/** Brings a database to the structure that code and config need, one process at a time. */
import {readdir, readFile} from 'node:fs/promises';
import {sql} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import {planCounts, prepareCounts} from '../counts/prepareCounts.ts';
import type {Database} from '../connection/open.ts';
import {withStartupLock, withAdvisoryLock, withoutTimeouts} from '../advisoryLocks.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {applyConcurrentIndexChanges, applyChanges, applyInBatches, selectConcurrentIndexChanges} from './applyChanges.ts';
import {replacedChoiceChanges} from './replacedChoices.ts';
import {readCatalog} from './catalog.ts';
import {plannedSentence, type Change, type ChangeSummary} from './change.ts';
import {fieldColumns, structureChanges} from './columns.ts';
import {adoptQueuedRecords, queueAdoptionAnnouncements} from './partTables.ts';
import {createIncompleteLog} from './incompleteRecords.ts';
import type {Finding} from './plan/finding.ts';
import {rethrowNamingBlockers} from './plan/blockingSessions.ts';
import {oldestTransactionStart, storeConfig, readUncheckedConfig, readStoredConfig} from './plan/storedConfig.ts';
import {lockAnnouncements, watchLocks, type LockedTable} from './plan/migrationLocks.ts';
import {changeAnnouncements, assertStartable, collectRowFindings, withOldTableNames, type SchemaPreview} from './plan/plan.ts';
import {excludeViolatedIndexes} from './plan/duplicates.ts';
import {renameChanges, obsoleteViewChanges, oldResourceNameChanges} from './renamedResources.ts';
import {oldFieldNameChanges} from './twinColumns.ts';

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

export const listMigrations = async (): Promise<Migration[]> =>
  (await readdir(FOLDER))
    .flatMap(nome => {
      const [, numero, lotes] = /^(\d{3})_\w+(\.lotes)?\.sql$/.exec(nome) ?? [];
      return numero === undefined ? [] : [{numero: Number(numero), nome, inParts: lotes !== undefined}];
    })
    .toSorted((a, b) => a.numero - b.numero);

export const lastAppliedMigration = async (db: DbOrTrx): Promise<number> => {
  const {rows} = await sql<{found: boolean}>`select to_regclass('balcao_migracoes') is not null as found`.execute(db);
  if (rows[0]?.found !== true) return 0;
  const last = await sql<{numero: number | null}>`select max(numero) as numero from balcao_migracoes`.execute(db);
  return last.rows[0]?.numero ?? 0;
};

interface Changes {
  changes: Change[];
  /** Present names of renamed tables, by the new name. */
  names: ReadonlyMap<string, string>;
  blocked: readonly Finding[];
}
export const plannedChanges = async (db: DbOrTrx, config: Config): Promise<Changes> => {
  const catalogBefore = await readCatalog(db);
  const {changes: renames, catalog, names} = renameChanges(catalogBefore, config);
  const renamed = fieldColumns(config).filter(({field}) => field.was !== undefined);
  const {rollout} = renamed.length === 0 ? {} : await readStoredConfig(db, config);
  const before = await readUncheckedConfig(db);
  const planned = [
    ...obsoleteViewChanges(catalogBefore, before, config), ...renames, ...structureChanges(catalog, config, before),
    ...await oldResourceNameChanges(db, catalogBefore, config),
    ...rollout === undefined ? [] : await oldFieldNameChanges(db, catalog, renamed, rollout.since),
    ...await replacedChoiceChanges(db, catalogBefore, config),
  ];
  const {changes, findings} = await excludeViolatedIndexes(withOldTableNames(db, names), config, planned);
  return {names, changes, blocked: findings};
};

/**
 * Runs migrations, then applies the config's columns and counts, under a lock that other processes wait for.
 *
 * @param log one Portuguese sentence for each change
 * @throws Error in Portuguese: the database belongs to another product or a newer version, or the config contradicts it
 */
export const prepareDatabase = (
  db: Db, config: Config, log: (sentence: string) => void, kind: Database['kind'] = 'embedded',
): Promise<void> => withStartupLock(db, kind, async () => {
  // A new database logs no single change, because the list would hide how to sign in.
  let isNew = false;
  const logUnlessNew = (sentence: string): void => void (isNew || log(sentence));
  const deferred = await withAdvisoryLock(db, kind, 'preparation', async connection => {
    isNew = (await lastAppliedMigration(connection)) === 0;
    await checkProduct(connection, config);
    await migrate(connection, config, logUnlessNew);
    const since = await oldestTransactionStart(connection);
    const {changes, names, blocked} = await plannedChanges(connection, config);
    const incomplete = createIncompleteLog();
    const findings = isNew ? [] : await collectRowFindings(connection, config, changes, incomplete.note);
    assertStartable(findings);
    const deferredChanges = await selectDeferred(connection, kind, changes, names);
    await applyChanges(connection, changes.filter(change => !deferredChanges.includes(change)), logUnlessNew);
    for (const {sentence} of [...blocked, ...findings]) log(`Atenção: ${sentence}`);
    await incomplete.store(connection, config);
    await adoptQueuedRecords(connection, config, logUnlessNew);
    await storeConfig(connection, config, since);
    return deferredChanges;
  });
  // Outside the preparation lock: a start of an earlier version blocks on that lock, and CREATE INDEX CONCURRENTLY would wait for it in
  // turn.
  await withoutTimeouts(db, async connection => {
    await applyInBatches(connection, deferred, logUnlessNew);
    await applyConcurrentIndexChanges(connection, deferred.filter(change => change.batchedUpdate === undefined), logUnlessNew);
    await prepareCounts(connection, kind, config, logUnlessNew);
  });
  if (isNew) log('Banco de dados criado.');
});

const selectDeferred = async (
  db: DbOrTrx, kind: Database['kind'], changes: readonly Change[], names: ReadonlyMap<string, string>,
): Promise<Change[]> =>
  [...changes.filter(change => change.batchedUpdate !== undefined), ...await selectConcurrentIndexChanges(db, kind, changes, names)];

const DEFAULT_PRODUCT = 'balcao';
/** @throws Error in Portuguese: the database was created for a product with another key */
const checkProduct = async (db: DbOrTrx, {product: {key = DEFAULT_PRODUCT}}: Config): Promise<void> => {
  if ((await lastAppliedMigration(db)) === 0) return;
  // The column exists only where the product has a key.
  const {rows: [row]} = await sql<{produto: string | null}>`
    select to_jsonb(m) ->> 'produto' as produto from balcao_migracoes m limit 1`.execute(db);
  const produto = row?.produto ?? DEFAULT_PRODUCT;
  if (produto === key) return;
  throw new Error(
    `O banco de dados é do produto "${produto}", e a configuração é do produto "${key}": indique o dele em DATA_DIR ou DATABASE_URL.`,
  );
};

/** Migrations not applied yet. @throws Error in Portuguese for a database of a newer version */
const pendingMigrations = async (db: DbOrTrx): Promise<Migration[]> => {
  const available = await listMigrations();
  const newest = available.at(-1)?.numero ?? 0;
  const current = await lastAppliedMigration(db);
  if (current > newest) {
    throw new Error(
      `O banco de dados é de uma versão mais nova do Balcão (migração ${current}; esta versão conhece até a ${newest}). Atualize o Balcão.`,
    );
  }
  return available.filter(migration => migration.numero > current);
};

const readScript = ({nome}: Migration): Promise<string> => readFile(new URL(nome, FOLDER), 'utf8');

const recordMigration = async (trx: DbOrTrx, {product: {key}}: Config, {numero, nome}: Migration): Promise<void> => {
  await sql`create table if not exists balcao_migracoes (
    numero integer primary key, nome text not null, data timestamptz not null default now()
    ${key === undefined ? sql`` : sql`, produto text not null default ${sql.lit(key)}`}
  )`.execute(trx);
  await sql`insert into balcao_migracoes (numero, nome) values (${numero}, ${nome})`.execute(trx);
};

const runWhole = async (trx: DbOrTrx, config: Config, migration: Migration): Promise<void> => {
  await sql.raw(asOneStatement(await readScript(migration))).execute(trx);
  await recordMigration(trx, config, migration);
};

const LOG_INTERVAL_MS = 10_000;

/** @returns rows that this start migrated, without those of an interrupted one */
const runInParts = async (db: Db, config: Config, migration: Migration, log: (sentence: string) => void): Promise<number> => {
  const part = await readScript(migration);
  let done = 0;
  for (let lastLog = Date.now(); ;) {
    const linhas = await db.transaction().execute(async trx => {
      const {rows: [row]} = await sql.raw<{linhas: number}>(part).execute(trx);
      if (row === undefined) await recordMigration(trx, config, migration);
      return row?.linhas ?? 0;
    });
    if (linhas === 0) return done;
    done += linhas;
    if (Date.now() - lastLog < LOG_INTERVAL_MS) continue;
    lastLog = Date.now();
    log(
      `Banco de dados: migração ${migration.nome} em andamento, ${rowCount(done)}. Se for interrompida, a próxima partida continua daqui.`,
    );
  }
};

const rowCount = (rows: number): string => `${rows.toLocaleString('pt-BR')} ${rows === 1 ? 'linha' : 'linhas'}`;

const migrate = async (db: Db, config: Config, log: (sentence: string) => void): Promise<void> => {
  for (const migration of await pendingMigrations(db)) {
    const {nome, inParts} = migration;
    if (inParts) {
      const done = await runInParts(db, config, migration, log);
      log(`Banco de dados: migração ${nome} aplicada, ${rowCount(done)}.`);
      continue;
    }
    await db.transaction().execute(trx => runWhole(trx, config, migration));
    log(`Banco de dados: migração ${nome} aplicada.`);
  }
};

interface Planned extends Changes {
  pending: readonly Migration[];
  locks: readonly LockedTable[];
  counts: readonly ChangeSummary[];
}

/** Plans on the tables as they are, or inside a transaction with the pending migrations, which is rolled back. */
const planStructure = async (db: Db, config: Config): Promise<Planned> => {
  const pending = await pendingMigrations(db);
  const planOn = async (on: DbOrTrx): Promise<Omit<Planned, 'locks'>> =>
    ({pending, ...await plannedChanges(on, config), counts: await planCounts(on, config)});
  if (pending.length === 0) return {...await planOn(db), locks: []};
  const trx = await db.startTransaction().execute();
  try {
    // A short lock timeout, because everybody would queue behind a waiting exclusive lock.
    await sql`set local lock_timeout = '1s'`.execute(trx);
    const readLocks = await watchLocks(trx);
    // Migrations in batches change rows only, and may take long.
    for (const migration of pending.filter(candidate => !candidate.inParts)) await runWhole(trx, config, migration);
    const locks = await readLocks();
    return {...await planOn(trx), locks};
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
export const planDatabase = async (db: Db, config: Config, kind: Database['kind'] = 'embedded'): Promise<SchemaPreview> => {
  await checkProduct(db, config);
  const {pending, locks, changes, names, blocked, counts} = await planStructure(db, config)
    .catch((error: unknown) => rethrowNamingBlockers(db, error));
  const catalog = await readCatalog(db);
  const announced = (
    announcedChanges: readonly ChangeSummary[], deferred: readonly ChangeSummary[] = [],
  ): Promise<SchemaPreview['changes']> =>
    changeAnnouncements(db, {catalog, names}, announcedChanges, deferred);
  const counted = await Promise.all(counts.map(change => announced([change])));
  return {
    changes: [
      ...pending.map(({nome}) => ({sentence: plannedSentence(`Migração ${nome} {aplicada}.`)})), ...await lockAnnouncements(db, locks),
      ...await announced(changes, await selectDeferred(db, kind, changes, names)),
      ...await queueAdoptionAnnouncements(db, catalog, config), ...counted.flat(),
    ],
    findings: (await lastAppliedMigration(db)) === 0 ? [] : [...blocked, ...await collectRowFindings(db, config, changes)],
  };
};

/** A `do` block makes many statements one, because PGlite's `query` takes one statement. */
const asOneStatement = (script: string): string =>
  `do $balcao$ begin execute $balcao_script$${script}$balcao_script$; end $balcao$`;
