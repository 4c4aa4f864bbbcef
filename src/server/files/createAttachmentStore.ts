/** The file store: attachments on a storage, each under a key of its own. */
import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';
import {trackChecksum} from './checksum.ts';
import {listTrash, trashPath, requireFileKey, TMP_FOLDER} from './layout.ts';
import type {ByteRange, FileStorage} from './storage.ts';
import {toStoreFailure, StoreFailure, type AttachmentStore} from './attachmentStore.ts';

/** Opens a file at its path or in the trash, so that a wrongly trashed file can still be read. */
const openFile = async (storage: FileStorage, key: string, range: ByteRange | undefined): Promise<Readable> => {
  const openFromTrash = async (): Promise<Readable | undefined> => {
    for await (const file of listTrash(storage)) if (file.key === key) return storage.open(trashPath(file), range);
    return undefined;
  };
  // Retries the path, because a sweep may have restored the file meanwhile, or it was moved to this storage.
  const stream = (await storage.open(key, range)) ?? (await openFromTrash()) ?? (await storage.open(key, range));
  if (stream !== undefined) return stream;
  const cause = Object.assign(new Error(`no such file: ${key}`), {code: 'ENOENT'});
  throw new StoreFailure('missing', `file without bytes: ${key}`, cause);
};

const PROBE = Buffer.alloc(4096);

/**
 * Creates a file store on a storage.
 *
 * @param checkStorage rejects where the storage must not be written to
 * @throws (at each call) StoreFailure, or the file system's own error when the disk is full
 */
export const createAttachmentStore = (
  storage: FileStorage, checkStorage: () => Promise<void> = () => Promise.resolve(),
): AttachmentStore => {
  const probe = async (): Promise<void> => {
    await checkStorage();
    const path = `${TMP_FOLDER}/${randomUUID()}`;
    await storage.write(path, Readable.from([PROBE]));
    await storage.remove(path);
  };
  let pendingProbe: Promise<void> | undefined;

  return {
    put: async stream => {
      await checkStorage();
      const id = randomUUID();
      const key = `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`;
      const {parts, checksum} = trackChecksum(stream);
      try {
        await storage.write(key, Readable.from(parts, {objectMode: false}));
        const sent = checksum();
        // The transfer hashes each part; the stored size shows that the storage kept all of them.
        const storedFile = await storage.stat(key);
        if (storedFile?.size === sent.size) return {key, ...sent};
        await storage.remove(key);
        throw new StoreFailure('unwritable', `file of ${sent.size} bytes kept with ${storedFile?.size ?? 0}: ${key}`);
      } catch (error) {
        throw toStoreFailure('unwritable', error);
      }
    },
    get: async (key, range) => {
      try {
        return await openFile(storage, requireFileKey(key), range);
      } catch (error) {
        throw toStoreFailure('unreadable', error);
      }
    },
    remove: async key => {
      try {
        await storage.remove(requireFileKey(key));
      } catch (error) {
        throw toStoreFailure('unwritable', error);
      }
    },
    // Concurrent calls share one probe, because the call is public.
    checkWritable: () => {
      pendingProbe ??= probe().finally(() => (pendingProbe = undefined));
      return pendingProbe;
    },
  };
};
