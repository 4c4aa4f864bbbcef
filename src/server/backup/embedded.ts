/** The embedded database in a backup: a copy of its folder, opened once, so that every backup is known to open. */
import {constants, existsSync} from 'node:fs';
import {copyFile, mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {sql} from 'kysely';
import type {Wal} from '../control/protocol.ts';
import {DB, foldersOf} from '../dataDir.ts';
import {LOCK_FILES} from '../db/connection/folderLock.ts';
import {withDatabase} from '../db/connection/open.ts';
import type {Db} from '../db/tables.ts';
import {FILES_AT_ONCE, inParallel, listed} from './copy.ts';

/** Segments of the log (24 hexadecimal digits; their order is that of their names). */
const SEGMENT = /^pg_wal\/([0-9A-F]{24})$/;

/** Copies the database's folder while it is held still. Quick rather than durable: people wait. */
export const copyDatabase = async (from: string, to: string, {first, last}: Wal, signal: AbortSignal): Promise<void> => {
  const {files, folders} = await listed(from);
  for (const folder of ['', ...folders]) await mkdir(join(to, folder), {recursive: true, mode: 0o700});
  const needed = files.filter(path => {
    // No part of the database, and of a file that this process has locked, closing any other handle frees the lock (POSIX).
    if (LOCK_FILES.includes(`${DB}/${path}`)) return false;
    const segment = SEGMENT.exec(path)?.[1];
    return segment === undefined || (segment >= first && segment <= last);
  });
  await inParallel(needed, FILES_AT_ONCE, async path => {
    signal.throwIfAborted();
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
  });
};

/** Opens the embedded database in `dataDir` for a moment. @throws Error, one Portuguese sentence: in use, or damaged */
export const withEmbedded = <T>(dataDir: string, work: (db: Db) => Promise<T>): Promise<T> =>
  withDatabase({DATA_DIR: dataDir, DATABASE_URL: undefined}, work);

/** {@link withEmbedded} on a copy, which stays as small as it was. */
export const withCopy = async <T>(folder: string, work: (db: Db) => Promise<T>): Promise<T> => {
  const result = await withEmbedded(folder, work);
  for (const lock of LOCK_FILES) await rm(join(folder, lock), {force: true});
  return result;
};

/** Opening a folder without a database would make one. @throws Error, one Portuguese sentence */
export const demandDatabase = (dataDir: string): void => {
  if (!existsSync(join(foldersOf(dataDir).database, 'PG_VERSION'))) {
    throw new Error(`Não há banco de dados em ${dataDir}. Confira DATA_DIR e DATABASE_URL.`);
  }
};

/**
 * Runs `work` while no statement runs: the embedded database is one process with one connection, which is taken, so its
 * folder is what `kill -9` at this moment would leave, with nothing to recover but a checkpoint. Others wait.
 */
export const holdStill = async <T>(db: Db, work: (wal: Wal) => Promise<T>): Promise<T> => {
  // Most of what is to be written is, before anybody waits.
  await sql`checkpoint`.execute(db);
  return db.connection().execute(async connection => {
    await sql`checkpoint`.execute(connection);
    const {rows: [wal]} = await sql<Wal>`
      select pg_walfile_name((pg_control_checkpoint()).redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last`
        .execute(connection);
    if (wal === undefined) throw new TypeError('a checkpoint without a place in the log');
    return work(wal);
  });
};
