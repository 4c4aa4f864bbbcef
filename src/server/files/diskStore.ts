/** Attachments in a folder: `tmp` while a file arrives, then `aa/bb/<uuid>`. */
import {createHash, randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {access, constants, mkdir, open, rename, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {FileStore, StoredFile} from './store.ts';

/** `aa/bb/<uuid>`: what the database keeps of a file. */
export const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;

const pathOf = (folder: string, key: string): string => {
  if (!KEY.test(key)) throw new Error(`not a file key: ${key}`);
  return join(folder, key);
};

/** Makes a name in a folder survive a power cut: the file's own fsync does not cover it. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/**
 * A store in `folder`, which is made when missing.
 *
 * @throws (at each call) the file system's own errors: no space, no right, no such file
 */
export const diskStore = (folder: string): FileStore => {
  const tmp = join(folder, 'tmp');

  const put = async (stream: Readable): Promise<StoredFile> => {
    await mkdir(tmp, {recursive: true});
    const id = randomUUID();
    const arriving = join(tmp, id);
    const hash = createHash('sha256');
    let size = 0;
    try {
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
      await mkdir(dirname(final), {recursive: true});
      await rename(arriving, final);
      // The file's folder, and the two above it that may be new.
      await Promise.all([dirname(final), dirname(dirname(final)), folder].map(syncFolder));
      return {key, size, sha256: hash.digest('hex')};
    } catch (error) {
      await rm(arriving, {force: true});
      throw error;
    }
  };

  return {
    put,
    get: async (key, range) => {
      // Opened before it is answered, so that a missing file is an error and not half an answer.
      const handle = await open(pathOf(folder, key));
      return handle.createReadStream(range === undefined ? {} : {start: range.start, end: range.end});
    },
    remove: key => rm(pathOf(folder, key), {force: true}),
    ready: async () => {
      await mkdir(tmp, {recursive: true});
      await access(tmp, constants.W_OK);
    },
  };
};
