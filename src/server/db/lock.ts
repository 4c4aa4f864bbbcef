/** PGlite takes no lock, and two processes on one folder silently lose data. This file's lock dies with the process, also by kill -9. */
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';

/** The file in DATA_DIR that is locked. */
export const LOCK = 'db.lock';

/**
 * Locks a folder for this process.
 *
 * @param file beside the folder, never inside it
 * @returns what gives the lock back
 * @throws Error, one Portuguese sentence, when another process holds it
 */
export const lockFolder = (file: string, folder: string): (() => void) => {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const SQLITE_BUSY = 5;
    if ((error as {errcode?: number}).errcode !== SQLITE_BUSY) throw error;
    throw new Error(`A pasta ${folder} já está em uso por outro processo do Balcão.`, {cause: error});
  }
  return () => lock.close();
};

/** {@link lockFolder} on DATA_DIR: of one that has the embedded database open, or is being restored. */
export const lockDataDir = (dataDir: string): (() => void) => lockFolder(join(dataDir, LOCK), dataDir);
