/** Storage of file bytes: a folder or an S3 bucket, with the paths of layout.ts. */
import {once} from 'node:events';
import type {Readable} from 'node:stream';

/** Waits for a stream's first bytes or its end; rejects where it fails before. */
export const waitForFirstBytes = async (stream: Readable): Promise<void> => {
  const listeners = new AbortController();
  try {
    await Promise.race(['readable', 'end'].map(event => once(stream, event, {signal: listeners.signal})));
  } finally {
    listeners.abort();
  }
};

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

export interface FileStats {
  size: number;
  modifiedMs: number;
}

export interface StorageEntry {
  path: string;
  /** Present where listing returns it (S3), absent for a folder. */
  stats?: FileStats;
}

/** Failures are errors with `syscall` and `code`, as a file system's. A missing file is no error. */
export interface FileStorage {
  readonly name: string;
  /** Fallback for reading files that have not been moved to this storage yet. */
  readonly fallback?: FileStorage;
  readonly primary?: FileStorage;
  /** Durable and complete when it resolves. A stream that fails leaves nothing behind, and its error is rethrown. */
  write(path: string, bytes: Readable): Promise<void>;
  /** Resolves once the first bytes are read, so that an unreadable file is an error and not half an answer. */
  open(path: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(path: string): Promise<FileStats | undefined>;
  /** @returns false where the file is missing, as when another process moved it first */
  move(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  list(below?: string): AsyncGenerator<StorageEntry>;
  /** Removes uploads that were interrupted before a time in ms. @returns their number */
  removeUnfinishedUploads(before: number): Promise<number>;
}
