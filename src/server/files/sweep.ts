/** Removes files without a record: interrupted uploads, files of rolled back transactions, files deleted long ago. */
import {join} from 'node:path';
import {DAY_MS} from '../db/retention.ts';
import type {Database, ErrorReporter} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import {FILES_LOCK, tryWithLock} from '../db/advisoryLocks.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {matchIdentities, type StorageAndDatabase} from './identity.ts';
import {groupInBatches, listTrash, trashPath, listFileKeys, type TrashedFile} from './layout.ts';
import {KEY_BATCH_SIZE, areTooManyOrphans, FILE_RETENTION_MS, readFileStates} from './fileStates.ts';
import type {FileStorage} from './storage.ts';

interface Swept {
  restored: number;
  trashed: number;
  /** Files removed for good. */
  removed: number;
  refused?: string;
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const restoreFiles = async ({storage, db}: StorageAndDatabase, files: readonly TrashedFile[], now: Date): Promise<number> => {
  const states = await readFileStates(db, files.map(({key}) => key), now);
  let restored = 0;
  for (const file of files) {
    if (states.get(file.key) !== 'kept' || (await storage.stat(file.key)) !== undefined) continue;
    if (await storage.move(trashPath(file), file.key)) restored++;
  }
  return restored;
};

/**
 * Restores trashed files that have a row again, as after a newer dump was restored. Safe at any time, with any database.
 *
 * @returns number of files restored
 */
export const restoreTrashed = async (place: StorageAndDatabase, now = new Date()): Promise<number> => {
  let restored = 0;
  for await (const files of groupInBatches(KEY_BATCH_SIZE, listTrash(place.storage))) restored += await restoreFiles(place, files, now);
  return restored;
};

interface Survey {
  total: number;
  /** Files without a row that are older than a day; a row follows its file within seconds. */
  orphans: string[];
  expired: string[];
}

const surveyFiles = async ({storage, db}: StorageAndDatabase, now: Date): Promise<Survey> => {
  const result: Survey = {total: 0, orphans: [], expired: []};
  for await (const keys of groupInBatches(KEY_BATCH_SIZE, listFileKeys(storage))) {
    result.total += keys.length;
    const states = await readFileStates(db, keys, now);
    result.expired.push(...keys.filter(key => states.get(key) === 'over'));
    for (const key of keys.filter(candidate => !states.has(candidate))) {
      const stats = await storage.stat(key);
      if (stats !== undefined && stats.modifiedMs < now.getTime() - DAY_MS) result.orphans.push(key);
    }
  }
  return result;
};

const emptyBin = async (storage: FileStorage, now: Date): Promise<number> => {
  const oldestKeptDay = dayOf(now.getTime() - FILE_RETENTION_MS);
  let removed = 0;
  for await (const file of listTrash(storage)) {
    if (file.day >= oldestKeptDay) continue;
    await storage.remove(trashPath(file));
    removed++;
  }
  return removed;
};

/**
 * Sweeps the storage. Uploads interrupted a day ago and files deleted 30 days ago are removed. A file without a row goes to the trash for
 * 30 days. Safe during uploads and other sweeps.
 *
 * @returns counts; `refused` where the storage is not this database's, or most of it would be removed
 */
export const sweepFiles = async (place: StorageAndDatabase, now = new Date()): Promise<Swept> => {
  const {storage} = place;
  const restored = await restoreTrashed(place, now);
  const verdict = await matchIdentities(place);
  if (verdict.kind !== 'ours') return {restored, trashed: 0, removed: 0, refused: verdict.sentence};
  const {total, orphans, expired} = await surveyFiles(place, now);
  if (areTooManyOrphans(orphans.length, total)) {
    const refused =
      `A limpeza de arquivos foi recusada: ${orphans.length} de ${total} arquivos em ${storage.name} ` +
      `não têm registro no banco de dados ${place.name}. Confira se foi restaurado um backup antigo do banco; nada foi removido.`;
    return {restored, trashed: 0, removed: 0, refused};
  }

  for (const key of expired) await storage.remove(key);
  const day = dayOf(now.getTime());
  const trashed: TrashedFile[] = [];
  for (const key of orphans) {
    const file = {day, key};
    if (await storage.move(key, trashPath(file))) trashed.push(file);
  }
  // Restores a file whose row was committed meanwhile.
  const restoredLate = await restoreFiles(place, trashed, now);
  const emptiedCount = await emptyBin(storage, now);
  // Runs last, because a store that cannot list unfinished uploads fails here and only keeps those.
  const interruptedUploads = await storage.removeUnfinishedUploads(now.getTime() - DAY_MS);
  const removed = expired.length + emptiedCount + interruptedUploads;
  return {restored: restored + restoredLate, trashed: trashed.length - restoredLate, removed};
};

const SWEEP_INTERVAL_MS = 3_600_000;

/** Pairs the storage with the database, which is named without user and password. */
export const pairStorageWithDatabase = (
  {DATA_DIR, DATABASE_URL}: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, storage: FileStorage, db: Db,
): StorageAndDatabase => {
  const url = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL);
  return {storage, db, name: url === undefined ? join(DATA_DIR, 'db') : `${url.host}${url.pathname}`};
};

/**
 * At start restores wrongly trashed files and reports whether storage and database match, without removing anything. Then sweeps every
 * hour.
 *
 * @param say reports a sentence to the operator, once per sentence
 * @returns stops the sweeps, and resolves when the running one ends. Waiting is optional, because a sweep may be interrupted anywhere.
 */
export const startFileSweeps = async (
  place: StorageAndDatabase, kind: Database['kind'], say: (sentence: string) => void, report: ErrorReporter,
): Promise<() => Promise<void>> => {
  // An advisory lock, because of two servers that move one file in a bucket, one could remove the other's copy.
  const withSweepLock = (work: () => Promise<void>): Promise<void> =>
    (kind === 'server' ? tryWithLock(place.db, FILES_LOCK, work) : work());
  let lastSentence: string | undefined;
  const sayOnce = (sentence: string | undefined): void => {
    if (sentence !== undefined && sentence !== lastSentence) say(sentence);
    lastSentence = sentence;
  };
  let ended = false;
  const sweep = () => withSweepLock(async () => sayOnce((await sweepFiles(place)).refused)).catch((error: unknown) => {
    if (!ended) report('A limpeza de arquivos falhou.', error);
  });
  try {
    const verdict = await withoutClientLimits(async () => {
      await withSweepLock(async () => void await restoreTrashed(place));
      return matchIdentities(place);
    });
    sayOnce(verdict.kind === 'ours' ? undefined : verdict.sentence);
  } catch (error) {
    // The product works without the folder; uploads are refused until it is usable.
    sayOnce(`Não é possível usar a pasta de arquivos ${place.storage.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  let runningSweep = Promise.resolve();
  const timer = setInterval(() => {
    runningSweep = runningSweep.then(sweep);
  }, SWEEP_INTERVAL_MS).unref();
  return () => {
    ended = true;
    clearInterval(timer);
    return runningSweep;
  };
};
