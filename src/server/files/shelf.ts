/** Storage of file bytes: a folder or an S3 bucket, with the paths of layout.ts. */
import {once} from 'node:events';
import type {Readable} from 'node:stream';

/** Waits for a stream's first bytes or its end; rejects where it fails before. */
export const begun = async (stream: Readable): Promise<void> => {
  const listeners = new AbortController();
  try {
    await Promise.race(['readable', 'end'].map(event => once(stream, event, {signal: listeners.signal})));
  } finally {
    listeners.abort();
  }
};

export interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

export interface Seen {
  size: number;
  at: number;
}

export interface Listed {
  path: string;
  /** Present where listing returns it (S3), absent for a folder. */
  seen?: Seen;
}

/** Failures are errors with `syscall` and `code`, as a file system's. A missing file is no error. */
export interface Shelf {
  readonly name: string;
  /** Fallback for reading files that have not been moved to this storage yet. */
  readonly also?: Shelf;
  readonly alone?: Shelf;
  /** Durable and complete when it resolves. A stream that fails leaves nothing behind, and its error is rethrown. */
  write(path: string, bytes: Readable): Promise<void>;
  /** Resolves once the first bytes are read, so that an unreadable file is an error and not half an answer. */
  open(path: string, range?: Range): Promise<Readable | undefined>;
  look(path: string): Promise<Seen | undefined>;
  /** @returns false where the file is missing, as when another process moved it first */
  move(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  list(below?: string): AsyncGenerator<Listed>;
  /** Removes uploads that were interrupted before a time in ms. @returns their number */
  dropCut(before: number): Promise<number>;
}
