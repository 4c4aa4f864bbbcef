/** Attachments in a folder (see layout.ts). */
import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {mkdir, open, rename, rm, writeFile, type FileHandle} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {asFailure, StoreFailure, type FileStore, type StoredFile} from './store.ts';
import {binDays, binnedPath, codeOf, pathOf, tmpOf} from './layout.ts';

/** Makes a name in a folder survive a power cut: the file's own fsync does not cover it. */
export const syncFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder);
  await handle.sync();
};

const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw asFailure('unreadable', error);
  }
};

/** A file where it belongs, or in the bin: what went there by mistake can still be read. */
const openFile = async (folder: string, key: string): Promise<FileHandle> => {
  const handle = await openIfThere(pathOf(folder, key));
  if (handle !== undefined) return handle;
  for (const day of await binDays(folder)) {
    const found = await openIfThere(binnedPath(folder, {day, key}));
    if (found !== undefined) return found;
  }
  // Once more where it belongs: a sweep may have put it back meanwhile.
  const late = await openIfThere(pathOf(folder, key));
  if (late === undefined) throw new StoreFailure('missing', `file without bytes: ${key}`, Object.assign(new Error(`no such file: ${key}`), {
    code: 'ENOENT',
  }));
  return late;
};

/** Enough to notice a full disk. */
const PROBE = Buffer.alloc(4096);

/**
 * A store in `folder`, which is made when missing.
 *
 * @param demandFolder rejects where the folder that is there is not to be written to
 * @throws (at each call) StoreFailure, or the file system's own error for no space
 */
export const diskStore = (folder: string, demandFolder: () => Promise<void> = () => Promise.resolve()): FileStore => {
  const tmp = tmpOf(folder);
  /** Folders of files whose own names last: this process has synced the folder above since they were there. Never removed. */
  const lasting = new Set<string>();

  /** Makes the two folders of a file. @returns those to be synced once it is in its place: each in which a name is new, or may be */
  const makeRoom = async (file: string): Promise<string[]> => {
    const own = dirname(file);
    const above = dirname(own);
    const made = await mkdir(own, {recursive: true});
    // Somebody removed them by hand.
    if (made !== undefined) lasting.delete(own);
    if (made !== undefined && made !== own) lasting.delete(above);
    return [own, ...(lasting.has(own) ? [] : [above]), ...(lasting.has(above) ? [] : [folder])];
  };

  const put = async (stream: Readable): Promise<StoredFile> => {
    await demandFolder();
    const id = randomUUID();
    const arriving = join(tmp, id);
    const hash = createHash('sha256');
    let size = 0;
    try {
      await mkdir(tmp, {recursive: true});
      await pipeline(
        stream,
        async function* measure(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            size += chunk.length;
            yield chunk;
          }
        },
        createWriteStream(arriving, {flush: true}),
      );
      const key = `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
      const final = pathOf(folder, key);
      const changed = await makeRoom(final);
      await rename(arriving, final);
      await Promise.all(changed.map(syncFolder));
      for (const above of [dirname(final), dirname(dirname(final))]) lasting.add(above);
      return {key, size, sha256: hash.digest('hex')};
    } catch (error) {
      // What cannot be removed either is swept one day; the first error is the one to tell.
      await rm(arriving, {force: true}).catch(() => undefined);
      throw asFailure('unwritable', error);
    }
  };

  const probe = async (): Promise<void> => {
    await demandFolder();
    const path = join(tmp, randomUUID());
    try {
      await mkdir(tmp, {recursive: true});
      await writeFile(path, PROBE, {flush: true});
    } finally {
      await rm(path, {force: true}).catch(() => undefined);
    }
  };
  let probing: Promise<void> | undefined;

  return {
    put,
    get: async (key, range) => {
      // Read before it is answered, so that a missing file is an error and not half an answer; a dying disk opens well.
      const handle = await openFile(folder, key);
      const stream = handle.createReadStream(range === undefined ? {} : {start: range.start, end: range.end});
      await once(stream, 'readable').catch((error: unknown) => {
        throw asFailure('unreadable', error);
      });
      return stream;
    },
    remove: async key => {
      await rm(pathOf(folder, key), {force: true}).catch((error: unknown) => {
        throw asFailure('unwritable', error);
      });
    },
    // One at a time, however many ask: anybody may.
    ready: () => {
      probing ??= probe().finally(() => (probing = undefined));
      return probing;
    },
  };
};
