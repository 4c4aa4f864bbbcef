/** Size and hash of what a shelf holds: by these a copy is told to be its original, byte for byte, before anything relies on it. */
import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import type {Shelf} from './shelf.ts';

export interface Checksum {
  /** Bytes. */
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
 * Reads back what was written to a shelf.
 *
 * @param shelf itself, without another where the original may lie
 * @returns why it is not what was sent, for a person to read; undefined: it is, byte for byte
 */
export const copyFault = async (shelf: Shelf, path: string, sent: Checksum, signal?: AbortSignal): Promise<string | undefined> => {
  const stored = await shelf.open(path);
  if (stored === undefined) return 'a cópia não está lá';
  const {size, sha256} = await measured(stored, signal);
  if (size !== sent.size) return `a cópia tem ${size} bytes e deveria ter ${sent.size}`;
  return sha256 === sent.sha256 ? undefined : 'o conteúdo da cópia é outro';
};
