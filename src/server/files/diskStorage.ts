/** Stores files in a folder. */
import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {TRASH_FOLDER, errorCodeOf, TMP_FOLDER} from './layout.ts';
import {waitForFirstBytes, type StorageEntry, type FileStorage} from './storage.ts';

/** Makes the names in a folder durable: fsync of a file does not cover its directory entry. */
export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder);
  await handle.sync();
};

/** A missing file is undefined. Any other failure is thrown, because an unreadable folder is not an empty one. */
const undefinedIfMissing = async <T>(operation: Promise<T>): Promise<T | undefined> => {
  try {
    return await operation;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

async function* listFolder(root: string, prefix: string): AsyncGenerator<StorageEntry> {
  for (const entry of await undefinedIfMissing(readdir(join(root, prefix), {withFileTypes: true})) ?? []) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(root, path);
    else if (entry.isFile()) yield {path};
  }
}

export const createDiskStorage = (folder: string): FileStorage => {
  const root = resolve(folder);
  const absolutePath = (path: string): string => join(root, path);
  /** Folders whose names are durable: their parent was synced by this process since they exist. Never shrinks. */
  const durableFolders = new Set<string>();

  /** Folders above a file, nearest first, without the root. */
  const parentFolders = (file: string): string[] => {
    const folders: string[] = [];
    for (let parent = dirname(file); parent.length > root.length; parent = dirname(parent)) folders.push(parent);
    return folders;
  };

  /**
   * Creates the folders of a file.
   *
   * @returns folders to sync after the file is in place: any with a name that is, or may be, new
   */
  const createFolders = async (file: string): Promise<string[]> => {
    const firstCreated = await mkdir(dirname(file), {recursive: true});
    if (firstCreated !== undefined) {
      for (const parent of parentFolders(file)) if (parent.startsWith(firstCreated)) durableFolders.delete(parent);
    }
    return [dirname(file), ...parentFolders(file).filter(parent => !durableFolders.has(parent)).map(dirname)];
  };

  return {
    name: folder,
    write: async (path, bytes) => {
      const partialFile = absolutePath(`${TMP_FOLDER}/${randomUUID()}`);
      try {
        await mkdir(dirname(partialFile), {recursive: true});
        await pipeline(bytes, createWriteStream(partialFile, {flush: true}));
        const foldersToSync = await createFolders(absolutePath(path));
        await rename(partialFile, absolutePath(path));
        await Promise.all(foldersToSync.map(syncFolder));
        for (const parent of parentFolders(absolutePath(path))) durableFolders.add(parent);
      } catch (error) {
        // A leftover is swept later; the first error is the one to report.
        await rm(partialFile, {force: true}).catch(() => undefined);
        throw error;
      }
    },
    open: async (path, range) => {
      const handle = await undefinedIfMissing(open(absolutePath(path)));
      const stream = handle?.createReadStream(range === undefined ? {} : {start: range.start, end: range.end});
      // On a failing disk, open succeeds and the first read fails.
      if (stream !== undefined) await waitForFirstBytes(stream);
      return stream;
    },
    stat: async path => {
      const stats = await undefinedIfMissing(stat(absolutePath(path)));
      return stats?.isFile() === true ? {size: stats.size, modifiedMs: stats.mtimeMs} : undefined;
    },
    move: async (from, to) => {
      await mkdir(dirname(absolutePath(to)), {recursive: true});
      return (await undefinedIfMissing(rename(absolutePath(from), absolutePath(to)).then(() => true))) ?? false;
    },
    remove: async path => {
      await rm(absolutePath(path), {force: true});
      // Removes the trash folders that became empty; rmdir refuses the others.
      if (!path.startsWith(`${TRASH_FOLDER}/`)) return;
      for (const parent of parentFolders(absolutePath(path)).slice(0, -1)) await rmdir(parent).catch(() => undefined);
    },
    list: (prefix = '') => listFolder(root, prefix),
    removeUnfinishedUploads: async before => {
      let removedCount = 0;
      for await (const {path} of listFolder(root, TMP_FOLDER)) {
        const stats = await undefinedIfMissing(stat(absolutePath(path)));
        if (stats === undefined || stats.mtimeMs >= before) continue;
        await rm(absolutePath(path), {force: true});
        removedCount++;
      }
      return removedCount;
    },
  };
};
