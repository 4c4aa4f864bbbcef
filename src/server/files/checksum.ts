/** Size and SHA-256 of stored bytes, by which a copy is compared with its original. */
import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import type {FileStorage} from './storage.ts';
import {StoreFailure} from './attachmentStore.ts';

export interface Checksum {
  size: number;
  sha256: string;
}

/**
 * Passes a stream on and computes its checksum.
 *
 * @returns the stream's chunks, and the checksum of those passed on so far
 */
export const trackChecksum = (from: Readable, signal?: AbortSignal, read: (bytes: number) => void = () => {}): {
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

/** Reads a stream for its checksum. @param read called with the size of each chunk */
export const computeChecksum = async (from: Readable, signal?: AbortSignal, read?: (bytes: number) => void): Promise<Checksum> => {
  const {parts, checksum} = trackChecksum(from, signal, read);
  for await (const _part of parts);
  return checksum();
};

/**
 * Passes on bytes that must match a checksum. The last chunk is withheld until they do, so that a reader never takes altered bytes for the
 * whole file.
 *
 * @param expected without `sha256` for a range of a file, of which only the length is known
 * @throws StoreFailure for more, fewer or different bytes
 */
export async function* verifyChecksum(
  key: string, from: AsyncIterable<Uint8Array>, expected: Pick<Checksum, 'size'> & Partial<Checksum>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  let lastChunk: Uint8Array | undefined;
  const failure = () => new StoreFailure('unreadable', `file that is not what its row says: ${key}`);
  for await (const chunk of from) {
    size += chunk.length;
    if (size > expected.size) throw failure();
    if (expected.sha256 !== undefined) hash.update(chunk);
    if (lastChunk !== undefined) yield lastChunk;
    lastChunk = chunk;
  }
  if (size !== expected.size || (expected.sha256 !== undefined && hash.digest('hex') !== expected.sha256)) throw failure();
  if (lastChunk !== undefined) yield lastChunk;
}

/**
 * Reads back a copy and compares it with what was sent.
 *
 * @param shelf without its fallback, where the original may lie
 * @returns the difference, for a person to read; undefined where there is none
 */
export const describeCopyFault = async (
  storage: FileStorage, path: string, sent: Checksum, signal?: AbortSignal,
): Promise<string | undefined> => {
  const stored = await storage.open(path);
  if (stored === undefined) return 'a cópia não está lá';
  const {size, sha256} = await computeChecksum(stored, signal);
  if (size !== sent.size) return `a cópia tem ${size} bytes e deveria ter ${sent.size}`;
  return sha256 === sent.sha256 ? undefined : 'o conteúdo da cópia é outro';
};
