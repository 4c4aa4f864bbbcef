/** Files as a backup keeps them: readable by their owner alone, hashed as they are on the disk, and synced. */
import {createHash} from 'node:crypto';
import {constants} from 'node:fs';
import {copyFile, mkdir, open, readdir, type FileHandle} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {syncFolder} from '../files/diskStore.ts';

interface Sealed {
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Bytes read at once. */
const CHUNK = 256 * 1024;

const sealed = async (handle: FileHandle, signal: AbortSignal, read: (bytes: number) => void): Promise<Sealed> => {
  const hash = createHash('sha256');
  let size = 0;
  const buffer = Buffer.allocUnsafe(CHUNK);
  for (;;) {
    signal.throwIfAborted();
    const {bytesRead} = await handle.read(buffer, 0, CHUNK, size);
    if (bytesRead === 0) break;
    hash.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
    read(bytesRead);
  }
  return {size, sha256: hash.digest('hex')};
};

/** Reads a file for its size and hash. @param read hears of each part */
export const hashOf = async (path: string, signal: AbortSignal, read: (bytes: number) => void = () => {}): Promise<Sealed> => {
  await using handle = await open(path);
  return await sealed(handle, signal, read);
};

/** Makes a file its owner's alone and durable. */
export const seal = async (path: string, signal: AbortSignal, read: (bytes: number) => void = () => {}): Promise<Sealed> => {
  await using handle = await open(path, 'r+');
  await handle.chmod(0o600);
  const result = await sealed(handle, signal, read);
  await handle.sync();
  return result;
};

/** A copy, where the file system can without copying; what is hashed is the copy. The folder is made when missing. */
export const copySealed = async (from: string, to: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Sealed> => {
  signal.throwIfAborted();
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
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
