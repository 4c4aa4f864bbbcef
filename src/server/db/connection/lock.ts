/**
 * Process locks on the database's folder: PGlite takes none, and two processes on one folder lose data silently.
 * A lock is a SQLite transaction, which dies with its process, even after kill -9.
 * Two files, because a locked file can be removed: a start needs both, and the running process recreates a removed one.
 */
import {closeSync, fstatSync, openSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {DB} from '../../dataDir.ts';

const SECOND = 1000;
/** Milliseconds: of two simultaneous starts, one has to wait for the other to let go, or both would fail. */
const PATIENCE = 25;
/** Beside the database's folder; earlier versions lock this file alone. */
const BESIDE = 'db.lock';
const INSIDE = 'balcao.lock';

/** Lock files by their path in DATA_DIR, which backups leave out. */
export const LOCK_FILES: readonly string[] = [BESIDE, `${DB}/${INSIDE}`];

export interface FolderLock {
  /**
   * Checks regularly that the folder is still the locked one and that no other process locks it.
   *
   * @param lost called once, with one Portuguese sentence, when the folder must not be written any more
   * @param every milliseconds
   */
  watch(lost: (sentence: string) => void, every?: number): void;
  free(): void;
}

interface Held {
  file: string;
  close(): void;
  /** True if the path still leads to the locked file. */
  isThere(): boolean;
}

/** Device and inode at a path; undefined where nothing is. */
const identityAt = (path: string): string | undefined => {
  const found = statSync(path, {throwIfNoEntry: false});
  return found && `${found.dev} ${found.ino}`;
};

/** @throws Error, one Portuguese sentence, when another process holds the lock or the file cannot be used */
const hold = (file: string, dataDir: string, patience = 0): Held => {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file);
    lock.exec(`PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE`);
    const held = lock;
    const identity = identityAt(file);
    return {file, close: () => held.close(), isThere: () => identity !== undefined && identityAt(file) === identity};
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
  const held: Held[] = [];
  try {
    for (const file of [join(dataDir, BESIDE), join(folder, INSIDE)]) held.push(hold(file, dataDir, PATIENCE));
  } catch (error) {
    for (const one of held) one.close();
    throw error;
  }
  // An open descriptor keeps the inode, so that no new folder gets its number.
  const open = openSync(folder, 'r');
  const {dev, ino} = fstatSync(open);

  /** The Portuguese reason to stop; undefined while all is well. */
  const trouble = (): string | undefined => {
    if (identityAt(folder) !== `${dev} ${ino}`) {
      return `A pasta ${dataDir} foi movida, trocada ou removida: o Balcão parou, para não gravar no lugar errado.`;
    }
    for (const [at, one] of held.entries()) {
      if (one.isThere()) continue;
      try {
        held[at] = hold(one.file, dataDir);
        one.close();
      } catch {
        // A starting process may hold it for a moment, until the other file refuses it.
      }
    }
    return held.some(one => one.isThere()) ? undefined : `A pasta ${dataDir} passou a ser usada por outro processo do Balcão: este parou.`;
  };

  let timer: NodeJS.Timeout | undefined;
  return {
    watch: (lost, every = SECOND) => {
      timer = setInterval(() => {
        let sentence: string | undefined;
        try {
          sentence = trouble();
        } catch {
          // A failed check proves nothing; the database reports its own read and write errors.
        }
        if (sentence === undefined) return;
        clearInterval(timer);
        lost(sentence);
      }, every).unref();
    },
    free: () => {
      clearInterval(timer);
      closeSync(open);
      for (const one of held) one.close();
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
  const held = hold(join(dataDir, BESIDE), dataDir, PATIENCE);
  return () => held.close();
};
