/** Size and hash of what a shelf holds: by these a copy is told to be its original, byte for byte, before anything relies on it. */
import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import type {Shelf} from './shelf.ts';
import {StoreFailure} from './store.ts';

export interface Checksum {
  size: number;
  sha256: string;
}

/** Passes a stream on and counts it. @returns the stream's parts, and the checksum of those that went through */
export const counting = (from: Readable, signal?: AbortSignal, read: (bytes: number) => void = () => {}): {
  parts: AsyncGenerator<Buffer>;
  checksum: () => Checksum;
} => {
  const hash = createHash('sha256');
  let size = 0;
  const parts = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      signal?.throwIfAborted();
      hash.update(chunk);
      size += chunk.length;
      read(chunk.length);
      yield chunk;
    }
  };
  return {parts: parts(), checksum: () => ({size, sha256: hash.copy().digest('hex')})};
};

/** Reads a stream for its checksum. @param read hears of each part */
export const measured = async (from: Readable, signal?: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  const {parts, checksum} = counting(from, signal, read);
  for await (const _part of parts);
  return checksum();
};

/**
 * Passes on bytes that are to have a checksum, the last of them only when they have it: whoever counts never takes others for the whole.
 *
 * @param expected without `sha256` for a part of a file, of which only the length is known
 * @throws StoreFailure for more, fewer or other bytes
 */
export async function* verified(
  key: string, from: AsyncIterable<Uint8Array>, expected: Pick<Checksum, 'size'> & Partial<Checksum>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  let held: Uint8Array | undefined;
  const failure = () => new StoreFailure('unreadable', `file that is not what its row says: ${key}`);
  for await (const chunk of from) {
    size += chunk.length;
    if (size > expected.size) throw failure();
    if (expected.sha256 !== undefined) hash.update(chunk);
    if (held !== undefined) yield held;
    held = chunk;
  }
  if (size !== expected.size || (expected.sha256 !== undefined && hash.digest('hex') !== expected.sha256)) throw failure();
  if (held !== undefined) yield held;
}

/**
 * Reads back what was written to a shelf.
 *
 * @param shelf itself, without another where the original may lie
 * @returns why it is not what was sent, for a person to read; undefined: it is, byte for byte
 */
export const copyFault = async (storage: Shelf, path: string, sent: Checksum, signal?: AbortSignal): Promise<string | undefined> => {
  const stored = await storage.open(path);
  if (stored === undefined) return 'a cópia não está lá';
  const {size, sha256} = await measured(stored, signal);
  if (size !== sent.size) return `a cópia tem ${size} bytes e deveria ter ${sent.size}`;
  return sha256 === sent.sha256 ? undefined : 'o conteúdo da cópia é outro';
};
