/** A file on the disk, where the product keeps its own, there to stay when it is said to be. */
import {createHash, randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, open, rename} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';

export interface Kept {
  key: string;
  size: number;
  sha256: string;
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
};

export const keepFile = async (folder: string, stream: Readable): Promise<Kept> => {
  const id = randomUUID();
  const arriving = join(folder, id);
  const hash = createHash('sha256');
  let size = 0;
  await pipeline(stream, async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }, createWriteStream(arriving, {flush: true}));
  const key = `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
  const final = join(folder, key);
  const made = await mkdir(dirname(final), {recursive: true});
  await rename(arriving, final);
  // Its name in its folder, and those of the folders that are new in theirs.
  const folders = [dirname(final), dirname(dirname(final)), folder];
  await Promise.all(folders.slice(0, made === undefined ? 1 : 1 + folders.indexOf(dirname(made))).map(syncFolder));
  return {key, size, sha256: hash.digest('hex')};
};
