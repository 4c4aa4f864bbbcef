/** Backs up the embedded database: a copy of its folder, opened once to prove that it opens. */
import {constants, existsSync} from 'node:fs';
import {copyFile, mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {sql} from 'kysely';
import type {WalRange} from '../adminSocket/protocol.ts';
import {DATABASE_FOLDER, dataFolders} from '../dataDir.ts';
import {LOCK_FILES} from '../db/connection/folderLock.ts';
import {withDatabase} from '../db/connection/open.ts';
import type {Db} from '../db/tables.ts';
import {MAX_PARALLEL_FILES, inParallel, listTree} from './sealedFiles.ts';

/** WAL segments: 24 hexadecimal digits, in the order of their names. */
const WAL_SEGMENT = /^pg_wal\/([0-9A-F]{24})$/;

/** Copies the paused database's folder, without fsync to keep the pause short. */
export const copyDatabase = async (from: string, to: string, {first, last}: WalRange, signal: AbortSignal): Promise<void> => {
  const {files, folders} = await listTree(from);
  for (const folder of ['', ...folders]) await mkdir(join(to, folder), {recursive: true, mode: 0o700});
  const filesToCopy = files.filter(path => {
    // Skips lock files, because closing any other handle of a locked file frees the lock (POSIX).
    if (LOCK_FILES.includes(`${DATABASE_FOLDER}/${path}`)) return false;
    const segment = WAL_SEGMENT.exec(path)?.[1];
    return segment === undefined || (segment >= first && segment <= last);
  });
  await inParallel(filesToCopy, MAX_PARALLEL_FILES, async path => {
    signal.throwIfAborted();
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  });
};

/** Opens the embedded database in `dataDir` for `work`. @throws Error, one Portuguese sentence: in use, or damaged */
export const withEmbedded = <T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase({DATA_DIR: dataDir, DATABASE_URL: undefined}, work);

/** Calls {@link withEmbedded} for a folder that is a copy, and then deletes the lock files that opening it has created. */
export const withEmbeddedCopy = async <T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const result = await withEmbedded(folder, work);
  for (const lock of LOCK_FILES) await rm(join(folder, lock), {force: true});
  return result;
};

/**
 * Checks that a database exists, because opening an empty folder would create one.
 *
 * @throws Error, one Portuguese sentence
 */
export const requireDatabase = (dataDir: string): void => {
  if (!existsSync(join(dataFolders(dataDir).database, 'PG_VERSION'))) {
    throw new Error(`Não há banco de dados em ${dataDir}. Confira DATA_DIR e DATABASE_URL.`);
  }
};

/**
 * Runs `work` while no statement runs: it takes the embedded database's only connection. The folder then equals that after `kill -9`, with
 * nothing to recover but a checkpoint. Other statements wait.
 */
export const withPausedDatabase = async <T>(db: Db, work: (wal: WalRange) => Promise<T>): Promise<T> => {
  // Writes most dirty pages before the pause begins.
  await sql`checkpoint`.execute(db);
  return db.connection().execute(async connection => {
    await sql`checkpoint`.execute(connection);
    const {rows: [wal]} = await sql<WalRange>`
      select pg_walfile_name((pg_control_checkpoint()).redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last`
        .execute(connection);
    if (wal === undefined) throw new TypeError('a checkpoint without a place in the log');
    return work(wal);
  });
};
