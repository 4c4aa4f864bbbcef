/** Files as a backup keeps them: readable by their owner alone, hashed as they are on the disk, and synced. */
import {constants, createWriteStream} from 'node:fs';
import {copyFile, mkdir, open, readdir} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {measured, type Checksum} from '../files/checksum.ts';
import {syncFolder} from '../files/diskShelf.ts';

/** Bytes read at once. */
const CHUNK = 256 * 1024;

/** Makes a file its owner's alone and durable. */
export const seal = async (path: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  await using handle = await open(path, 'r+');
  await handle.chmod(0o600);
  const result = await measured(handle.createReadStream({start: 0, autoClose: false, highWaterMark: CHUNK}), signal, read);
  await handle.sync();
  return result;
};

/** A copy, where the file system can without copying; what is hashed is the copy. The folder is made when missing. */
export const copySealed = async (from: string, to: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  signal.throwIfAborted();
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return seal(to, signal, read);
};

/** The same of what a shelf has opened. */
export const keepSealed = async (from: Readable, to: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  await pipeline(from, createWriteStream(to, {flags: 'wx', mode: 0o600, highWaterMark: CHUNK}), {signal});
  return seal(to, signal, read);
};

/** Files and folders under `folder`, as paths relative to it with `/`, sorted; none when it is not there. */
export const listed = async (folder: string): Promise<{files: string[]; folders: string[]}> => {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true}).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const named = (wanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries.filter(wanted).map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')).toSorted();
  return {files: named(entry => entry.isFile()), folders: named(entry => entry.isDirectory())};
};

/** Makes the names in a folder and in those under it survive a power cut. Windows has no such thing. */
export const syncFolders = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const {folders} = await listed(folder);
  for (const one of ['', ...folders]) await syncFolder(join(folder, one));
};

/** Does `work` for each item, `atOnce` at a time; the first that fails stops the rest, and is thrown once those under way are over. */
export const inParallel = async <T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items[Symbol.iterator]();
  let failed = false;
  const take = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true && !failed; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({length: atOnce}, take));
  const broken = results.find(result => result.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
};

/** Files handled at once: what the disk can use, within Node's four threads. */
export const FILES_AT_ONCE = 4;
