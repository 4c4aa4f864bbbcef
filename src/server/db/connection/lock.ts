/**
 * PGlite takes no lock, and two processes on one folder silently lose data. These locks die with the process, also by kill -9.
 * There are two, because a file can be removed while it is locked: who starts has to get both, and who runs makes a removed one anew.
 */
import {closeSync, fstatSync, openSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {DB} from '../../dataDir.ts';

const SECOND = 1000;
/** Milliseconds: of two who start at once one waits this long for the other to let go, or both would be refused. */
const PATIENCE = 25;
/** Beside the database's folder; all that earlier versions hold. */
const BESIDE = 'db.lock';
const INSIDE = 'balcao.lock';

/** Files that are no part of what they lock, by their path in DATA_DIR. */
export const LOCK_FILES: readonly string[] = [BESIDE, `${DB}/${INSIDE}`];

export interface FolderLock {
  /**
   * Looks again and again whether the folder is still the one that was locked, and still locked by this process alone.
   *
   * @param lost hears, once and in one Portuguese sentence, why it may not be written to any more
   * @param every milliseconds
   */
  watch(lost: (sentence: string) => void, every?: number): void;
  free(): void;
}

interface Held {
  file: string;
  close(): void;
  /** Whether the file at its path is the one that is locked. */
  isThere(): boolean;
}

/** What is at a path, whatever it is called later; undefined: nothing. */
const identityAt = (path: string): string | undefined => {
  const found = statSync(path, {throwIfNoEntry: false});
  return found && `${found.dev} ${found.ino}`;
};

/** @throws Error, one Portuguese sentence, when another process holds it or it can not be used */
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
 * @param dataDir what people know the folder by
 * @param folder the database's, inside it
 * @throws Error, one Portuguese sentence, when another process holds it or it can not be locked
 */
export const lockFolder = (dataDir: string, folder: string): FolderLock => {
  const held: Held[] = [];
  try {
    for (const file of [join(dataDir, BESIDE), join(folder, INSIDE)]) held.push(hold(file, dataDir, PATIENCE));
  } catch (error) {
    for (const one of held) one.close();
    throw error;
  }
  // Open, so that no other folder gets its number.
  const open = openSync(folder, 'r');
  const {dev, ino} = fstatSync(open);

  /** Why it has to be left alone; undefined: all is well. */
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
        // Somebody who starts may have it for a moment, until they find the other one locked.
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
          // What can not be looked at now is no proof; the database itself tells what it can not read or write.
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
 * Keeps every other process of the product out of a DATA_DIR whose database is being put there.
 *
 * @returns what gives it back
 * @throws Error, one Portuguese sentence, when another process has it
 */
export const lockDataDir = (dataDir: string): (() => void) => {
  const held = hold(join(dataDir, BESIDE), dataDir, PATIENCE);
  return () => held.close();
};
