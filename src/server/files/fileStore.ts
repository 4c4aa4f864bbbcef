/** Attachments on a shelf, each under a key of its own. */
import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';
import {counting} from './checksum.ts';
import {binned, binnedPath, demandKey, TMP} from './layout.ts';
import type {Range, Shelf} from './shelf.ts';
import {asFailure, StoreFailure, type FileStore} from './store.ts';

/** A file where it belongs, or in the bin: what went there by mistake can still be read. */
const openFile = async (shelf: Shelf, key: string, range: Range | undefined): Promise<Readable> => {
  const inBin = async (): Promise<Readable | undefined> => {
    for await (const one of binned(shelf)) if (one.key === key) return shelf.open(binnedPath(one), range);
    return undefined;
  };
  // Once more where it belongs: a sweep may have put it back meanwhile, or somebody moved it to this shelf.
  const found = (await shelf.open(key, range)) ?? (await inBin()) ?? (await shelf.open(key, range));
  if (found !== undefined) return found;
  const cause = Object.assign(new Error(`no such file: ${key}`), {code: 'ENOENT'});
  throw new StoreFailure('missing', `file without bytes: ${key}`, cause);
};

/** Enough to notice a full disk. */
const PROBE = Buffer.alloc(4096);

/**
 * The store on a shelf.
 *
 * @param demandPlace rejects where the shelf that is there is not to be written to
 * @throws (at each call) StoreFailure, or the file system's own error for no space
 */
export const fileStore = (shelf: Shelf, demandPlace: () => Promise<void> = () => Promise.resolve()): FileStore => {
  const probe = async (): Promise<void> => {
    await demandPlace();
    const path = `${TMP}/${randomUUID()}`;
    await shelf.write(path, Readable.from([PROBE]));
    await shelf.remove(path);
  };
  let probing: Promise<void> | undefined;

  return {
    put: async stream => {
      await demandPlace();
      const id = randomUUID();
      const key = `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
      const {parts, checksum} = counting(stream);
      try {
        await shelf.write(key, Readable.from(parts, {objectMode: false}));
        const sent = checksum();
        // On its way each part is held against its hash; what a store then keeps of it, its size says.
        const kept = await shelf.look(key);
        if (kept?.size === sent.size) return {key, ...sent};
        await shelf.remove(key);
        throw new StoreFailure('unwritable', `file of ${sent.size} bytes kept with ${kept?.size ?? 0}: ${key}`);
      } catch (error) {
        throw asFailure('unwritable', error);
      }
    },
    get: async (key, range) => {
      try {
        return await openFile(shelf, demandKey(key), range);
      } catch (error) {
        throw asFailure('unreadable', error);
      }
    },
    remove: async key => {
      try {
        await shelf.remove(demandKey(key));
      } catch (error) {
        throw asFailure('unwritable', error);
      }
    },
    // One at a time, however many ask: anybody may.
    ready: () => {
      probing ??= probe().finally(() => (probing = undefined));
      return probing;
    },
  };
};
