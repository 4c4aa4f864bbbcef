/** Files in a folder. */
import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, open, readdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {BIN, codeOf, TMP} from './layout.ts';
import {begun, type Listed, type Shelf} from './shelf.ts';

/** Makes a name in a folder survive a power cut: the file's own fsync does not cover it. */
export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder);
  await handle.sync();
};

/** What is not there is none. Any other failure is one: an unreadable folder is not an empty one. */
const ifThere = async <T>(looked: Promise<T>): Promise<T | undefined> => {
  try {
    return await looked;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

async function* listed(root: string, below: string): AsyncGenerator<Listed> {
  for (const entry of await ifThere(readdir(join(root, below), {withFileTypes: true})) ?? []) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listed(root, path);
    else if (entry.isFile()) yield {path};
  }
}

/** A shelf in `folder`, which is made when missing. */
export const diskShelf = (folder: string): Shelf => {
  const root = resolve(folder);
  const at = (path: string): string => join(root, path);
  /** Folders of files whose own names last: this process has synced the folder above since they were there. Never removed. */
  const lasting = new Set<string>();

  /** The folders above a file, the nearest first, without the shelf's own. */
  const above = (file: string): string[] => {
    const folders: string[] = [];
    for (let one = dirname(file); one.length > root.length; one = dirname(one)) folders.push(one);
    return folders;
  };

  /** Makes the folders of a file. @returns those to be synced once it is in its place: each in which a name is new, or may be */
  const makeRoom = async (file: string): Promise<string[]> => {
    const made = await mkdir(dirname(file), {recursive: true});
    // Somebody removed them by hand.
    if (made !== undefined) for (const one of above(file)) if (one.startsWith(made)) lasting.delete(one);
    return [dirname(file), ...above(file).filter(one => !lasting.has(one)).map(dirname)];
  };

  return {
    name: folder,
    write: async (path, bytes) => {
      const arriving = at(`${TMP}/${randomUUID()}`);
      try {
        await mkdir(dirname(arriving), {recursive: true});
        await pipeline(bytes, createWriteStream(arriving, {flush: true}));
        const changed = await makeRoom(at(path));
        await rename(arriving, at(path));
        await Promise.all(changed.map(syncFolder));
        for (const one of above(at(path))) lasting.add(one);
      } catch (error) {
        // What cannot be removed either is swept one day; the first error is the one to tell.
        await rm(arriving, {force: true}).catch(() => undefined);
        throw error;
      }
    },
    open: async (path, range) => {
      const handle = await ifThere(open(at(path)));
      const stream = handle?.createReadStream(range === undefined ? {} : {start: range.start, end: range.end});
      // A dying disk opens well.
      if (stream !== undefined) await begun(stream);
      return stream;
    },
    look: async path => {
      const found = await ifThere(stat(at(path)));
      return found?.isFile() === true ? {size: found.size, at: found.mtimeMs} : undefined;
    },
    move: async (from, to) => {
      await mkdir(dirname(at(to)), {recursive: true});
      return (await ifThere(rename(at(from), at(to)).then(() => true))) ?? false;
    },
    remove: async path => {
      await rm(at(path), {force: true});
      // A day of the bin goes with the last of what was in it; what is not empty stays.
      if (path.startsWith(`${BIN}/`)) for (const one of above(at(path)).slice(0, -1)) await rmdir(one).catch(() => undefined);
    },
    list: (below = '') => listed(root, below),
    dropCut: async before => {
      let dropped = 0;
      for await (const {path} of listed(root, TMP)) {
        const found = await ifThere(stat(at(path)));
        if (found === undefined || found.mtimeMs >= before) continue;
        await rm(at(path), {force: true});
        dropped++;
      }
      return dropped;
    },
  };
};
