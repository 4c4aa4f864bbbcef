/**
 * Process locks on the database's folder: PGlite takes none, and two processes on one folder lose data silently.
 * A lock is a SQLite transaction, which dies with its process, even after kill -9.
 * Two files, because a locked file can be removed: a start needs both, and the running process recreates a removed one.
 */
import {closeSync, fstatSync, openSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {DATABASE_FOLDER} from '../../dataDir.ts';

const SECOND_MS = 1000;
/** Time to wait for a lock that another process holds. Without a wait two simultaneous starts could refuse each other. */
const BUSY_TIMEOUT_MS = 25;
/** Beside the database's folder; earlier versions lock this file alone. */
const OUTER_LOCK = 'db.lock';
const INNER_LOCK = 'balcao.lock';

/** Lock files by their path in DATA_DIR, which backups leave out. */
export const LOCK_FILES: readonly string[] = [OUTER_LOCK, `${DATABASE_FOLDER}/${INNER_LOCK}`];

export interface FolderLock {
  /**
   * Checks regularly that the folder is still the locked one and that no other process locks it.
   *
   * @param onLost called once, with one Portuguese sentence, when the folder must not be written any more
   * @param every milliseconds
   */
  watch(onLost: (sentence: string) => void, every?: number): void;
  release(): void;
}

interface LockedFile {
  file: string;
  close(): void;
  isSameFile(): boolean;
}

const identityAt = (path: string): string | undefined => {
  const stats = statSync(path, {throwIfNoEntry: false});
  return stats && `${stats.dev} ${stats.ino}`;
};

/** @throws Error, one Portuguese sentence, when another process holds the lock or the file cannot be used */
const lockFile = (file: string, dataDir: string, busyTimeout = 0): LockedFile => {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec(`PRAGMA busy_timeout = ${busyTimeout}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
    const transaction = lock;
    const identity = identityAt(file);
    return {file, close: () => transaction.close(), isSameFile: () => identity !== undefined && identityAt(file) === identity};
  } catch (error) {
    lock?.close();
    const SQLITE_BUSY = 5;
    throw new Error((error as {errcode?: number}).errcode === SQLITE_BUSY
      ? `A pasta ${dataDir} já está em uso por outro processo do Balcão.`
      : `Não é possível usar o arquivo ${file}, com que o Balcão reserva a pasta ${dataDir}. ` +
        'Com o Balcão parado, remova-o e verifique se este usuário pode escrever nela.',
    {cause: error});
  }
};

/**
 * Locks the database's folder for this process.
 *
 * @param dataDir the folder that people know, for messages
 * @param folder the database's folder inside it
 * @throws Error, one Portuguese sentence, when another process holds it or it cannot be locked
 */
export const lockFolder = (dataDir: string, folder: string): FolderLock => {
  const locks: LockedFile[] = [];
  try {
    for (const file of [join(dataDir, OUTER_LOCK), join(folder, INNER_LOCK)]) locks.push(lockFile(file, dataDir, BUSY_TIMEOUT_MS));
  } catch (error) {
    for (const lock of locks) lock.close();
    throw error;
  }
  // An open descriptor keeps the inode, so that no new folder gets its number.
  const descriptor = openSync(folder, 'r');
  const {dev, ino} = fstatSync(descriptor);

  const findTrouble = (): string | undefined => {
    if (identityAt(folder) !== `${dev} ${ino}`) {
      return `A pasta ${dataDir} foi movida, trocada ou removida: o Balcão parou, para não gravar no lugar errado.`;
    }
    for (const [at, lock] of locks.entries()) {
      if (lock.isSameFile()) continue;
      try {
        locks[at] = lockFile(lock.file, dataDir);
        lock.close();
      } catch {
        // A starting process may hold it for a moment, until the other file refuses it.
      }
    }
    return locks.some(lock => lock.isSameFile()) ? undefined
      : `A pasta ${dataDir} passou a ser usada por outro processo do Balcão: este parou.`;
  };

  let timer: NodeJS.Timeout | undefined;
  return {
    watch: (onLost, every = SECOND_MS) => {
      timer = setInterval(() => {
        let sentence: string | undefined;
        try {
          sentence = findTrouble();
        } catch {
          // A failed check proves nothing; the database reports its own read and write errors.
        }
        if (sentence === undefined) return;
        clearInterval(timer);
        onLost(sentence);
      }, every).unref();
    },
    release: () => {
      clearInterval(timer);
      closeSync(descriptor);
      for (const lock of locks) lock.close();
    },
  };
};

/**
 * Locks a DATA_DIR while a database is restored into it.
 *
 * @returns releases the lock
 * @throws Error, one Portuguese sentence, when another process holds it
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  const lock = lockFile(join(dataDir, OUTER_LOCK), dataDir, BUSY_TIMEOUT_MS);
  return () => lock.close();
};
