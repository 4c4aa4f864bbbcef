/** Opens the database that the environment names, embedded or server. */
import {mkdir, statfs} from 'node:fs/promises';
import {Kysely, PGliteDialect, PostgresDialect, sql} from 'kysely';
import {prepareDataDir} from '../../dataDir.ts';
import type {Env} from '../../env.ts';
import {DEFAULT_DATABASE_LIMITS, withoutClientLimits} from '../limits.ts';
import type {Db, Tables} from '../tables.ts';
import {EmbeddedClient} from './embedded.ts';
import {lockFolder} from './folderLock.ts';
import {createServerPool, type PoolUse} from './serverPool.ts';

/**
 * Maintenance of PGlite, which has no background processes: without checkpoints its log grows for ever, without vacuum queries slow down.
 */
const MINUTE_MS = 60_000;
const CHECK_INTERVAL_MS = MINUTE_MS / 2;
const CHECKPOINT_INTERVAL_MS = 5 * MINUTE_MS;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const VACUUM_INTERVAL_MS = 60 * MINUTE_MS;

const writtenBytes = async (db: Db): Promise<number> => {
  const {rows} = await sql<{bytes: number}>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
};

/**
 * Checkpoints every 5 minutes or 64 MB of log, vacuums every hour, both only after writes.
 * Runs through `db`, and so between transactions.
 *
 * @returns stops the timer and resolves when the current round is done
 */
const startMaintenance = async (db: Db, onFailure: (error: unknown) => void): Promise<() => Promise<void>> => {
  let checkpoint = {at: Date.now(), bytes: await writtenBytes(db)};
  let vacuum = checkpoint;

  const runIfDue = async (): Promise<void> => {
    const now = {at: Date.now(), bytes: await writtenBytes(db)};
    if (now.bytes > vacuum.bytes && now.at - vacuum.at >= VACUUM_INTERVAL_MS) {
      await sql`vacuum (analyze)`.execute(db);
      vacuum = now;
    }
    const due = now.at - checkpoint.at >= CHECKPOINT_INTERVAL_MS || now.bytes - checkpoint.bytes >= CHECKPOINT_BYTES;
    if (!due || now.bytes === checkpoint.bytes) return;
    await sql`checkpoint`.execute(db);
    checkpoint = {at: now.at, bytes: await writtenBytes(db)};
  };

  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(runIfDue).catch(onFailure);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
};

export interface Database {
  db: Db;
  kind: 'embedded' | 'server';
  /** Resolves, with one Portuguese sentence, when this process can never use the database again and has to end. */
  lost: Promise<string>;
  readPoolUse?: () => PoolUse;
  /** Waits for running statements, then frees folder or connections. */
  close: () => Promise<void>;
}

/** Receives errors without a caller: a lost idle connection, a failed checkpoint. */
export type ErrorReporter = (message: string, error: unknown) => void;

/**
 * Opens `DATABASE_URL` when it is set, else the embedded database in `DATA_DIR/db`.
 *
 * @throws Error, one Portuguese sentence: folder in use, not writable, or server not reached
 */
export const openDatabase = (
  {DATA_DIR, DATABASE_URL, DATABASE_PREPARED = true}: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & Partial<Pick<Env, 'DATABASE_PREPARED'>>,
  report: ErrorReporter,
): Promise<Database> =>
  DATABASE_URL === undefined ? openEmbedded(DATA_DIR, report) : openServer(DATABASE_URL, DATABASE_PREPARED, report);

export const withDatabase = async <T>(
  env: Parameters<typeof openDatabase>[0], work: (db: Db, kind: Database['kind']) => Promise<T>, report: ErrorReporter = () => {},
): Promise<T> => {
  const {db, kind, close} = await openDatabase(env, report);
  try {
    return await work(db, kind);
  } finally {
    await close();
  }
};

const MIB = 1024 * 1024;
/** A log segment and some reserve: PGlite's own error does not name a full disk. */
const MIN_FREE_BYTES = 24 * MIB;

const diskSpaceProblem = async (folder: string): Promise<string | undefined> => {
  const {bavail, bsize} = await statfs(folder);
  const free = bavail * bsize;
  return free < MIN_FREE_BYTES
    ? `o disco tem ${Math.floor(free / MIB)} MB livres, e o banco precisa de ${MIN_FREE_BYTES / MIB} MB.` : undefined;
};

const openEmbedded = async (dataDir: string, report: ErrorReporter): Promise<Database> => {
  const {database: folder} = await prepareDataDir(dataDir);
  await mkdir(folder, {recursive: true}).catch((error: unknown) => {
    throw new Error(`Não é possível escrever em DATA_DIR (${dataDir}).`, {cause: error});
  });
  const lock = lockFolder(dataDir, folder);
  const {promise: lost, resolve: lose} = Promise.withResolvers<string>();
  try {
    const client = await EmbeddedClient.open(folder, reason =>
      lose(`O banco de dados embutido parou (${reason}). Inicie o Balcão de novo.`));
    lock.watch(sentence => void client.abandon().then(() => lose(sentence)));
    const db: Db = new Kysely<Tables>({dialect: new PGliteDialect({pglite: client})});
    const stop = await startMaintenance(db, error => report('A manutenção do banco de dados falhou.', error));
    const close = async () => {
      await stop();
      if (!client.closed) await sql`checkpoint`.execute(db);
      await db.destroy();
      lock.release();
    };
    return {db, kind: 'embedded', lost, close};
  } catch (error) {
    lock.release();
    const reason = await diskSpaceProblem(folder) ?? (error as Error).message;
    throw new Error(`Não foi possível abrir o banco de dados em ${folder}: ${reason}`, {cause: error});
  }
};

const openServer = async (url: string, prepared: boolean, report: ErrorReporter): Promise<Database> => {
  const pool = createServerPool(url, error => report('Uma conexão com o banco de dados caiu.', error), DEFAULT_DATABASE_LIMITS, prepared);
  const db: Db = new Kysely<Tables>({dialect: new PostgresDialect({pool})});
  const {encoding, limit} = await withoutClientLimits(() => sql<{encoding: string; limit: string}>`
    select current_setting('server_encoding') as encoding, current_setting('lock_timeout') as limit`.execute(db))
    .then(({rows: [row]}) => row ?? {encoding: '', limit: ''}, async (error: unknown) => {
    await db.destroy();
    throw new Error(`Não foi possível conectar ao banco de dados de DATABASE_URL: ${(error as Error).message}`, {cause: error});
  });
  if (encoding !== 'UTF8') {
    await db.destroy();
    throw new Error(`O banco de dados de DATABASE_URL tem a codificação ${encoding}; o Balcão precisa de UTF8.`);
  }
  if (limit === '0') report('O usuário do banco de dados não tem limites de tempo, e atrás de um pooler só ele pode tê-los:', new Error(
    `alter role … set lock_timeout = ${DEFAULT_DATABASE_LIMITS.lock}; ` +
      `alter role … set statement_timeout = ${DEFAULT_DATABASE_LIMITS.statement}; ` +
      `alter role … set idle_in_transaction_session_timeout = ${DEFAULT_DATABASE_LIMITS.transactionIdle}; alter role … set jit = off`,
  ));
  // A server comes back and the pool reconnects, so it is never lost.
  return {db, kind: 'server', lost: new Promise(() => {}), readPoolUse: pool.use, close: () => db.destroy()};
};
