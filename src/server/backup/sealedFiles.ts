/** File operations of backups: readable by the owner alone, hashed from the disk, and synced. */
import {constants, createWriteStream} from 'node:fs';
import {copyFile, mkdir, open, readdir} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {computeChecksum, type Checksum} from '../files/checksum.ts';
import {syncFolder} from '../files/diskStorage.ts';

const READ_BUFFER_BYTES = 256 * 1024;

export const sealFile = async (path: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  await using handle = await open(path, 'r+');
  await handle.chmod(0o600);
  const result = await computeChecksum(
    handle.createReadStream({start: 0, autoClose: false, highWaterMark: READ_BUFFER_BYTES}), signal, read,
  );
  await handle.sync();
  return result;
};

/** Copies a file by a copy-on-write clone where possible, and hashes the copy. */
export const copySealed = async (from: string, to: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  signal.throwIfAborted();
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  await copyFile(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  return sealFile(to, signal, read);
};

export const writeSealed = async (from: Readable, to: string, signal: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  await pipeline(from, createWriteStream(to, {flags: 'wx', mode: 0o600, highWaterMark: READ_BUFFER_BYTES}), {signal});
  return sealFile(to, signal, read);
};

/** Lists files and folders under `folder`, as sorted relative paths with `/`; empty for a missing folder. */
export const listTree = async (folder: string): Promise<{files: string[]; folders: string[]}> => {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true}).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const pathsOf = (matches: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries.filter(matches).map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')).toSorted();
  return {files: pathsOf(entry => entry.isFile()), folders: pathsOf(entry => entry.isDirectory())};
};

/** Makes the names in a folder tree durable. Windows has no equivalent. */
export const syncFolders = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const {folders} = await listTree(folder);
  for (const subfolder of ['', ...folders]) await syncFolder(join(folder, subfolder));
};

/**
 * Runs `work` for each item with limited concurrency. After a failure no item is started, and the first error is thrown when the running
 * ones end.
 */
export const inParallel = async <T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const runNextItems = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true && !hasFailed; next = iterator.next()) {
      try {
        await work(next.value);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({length: atOnce}, runNextItems));
  const failure = results.find(result => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
};

/** Concurrent files: enough for the disk, within Node's four I/O threads. */
export const MAX_PARALLEL_FILES = 4;
