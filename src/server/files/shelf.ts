/** Where the bytes of files lie: a folder, or a bucket of an S3 store, under the paths that layout.ts tells. */
import {once} from 'node:events';
import type {Readable} from 'node:stream';

/** Waits for a stream's first bytes, or its end where it has none; rejects where it fails before. */
export const begun = async (stream: Readable): Promise<void> => {
  const heard = new AbortController();
  try {
    await Promise.race(['readable', 'end'].map(event => once(stream, event, {signal: heard.signal})));
  } finally {
    heard.abort();
  }
};

export interface Range {
  start: number;
  /** Inclusive. */
  end: number;
}

/** What is known of a file without reading it. */
export interface Seen {
  /** Bytes. */
  size: number;
  /** When it was written, in ms. */
  at: number;
}

export interface Listed {
  path: string;
  /** Where the list tells it; a folder's does not. */
  seen?: Seen;
}

/** What a shelf cannot do it tells as a file system does, by an error with `syscall` and `code`; what is not there is no error. */
export interface Shelf {
  /** As an operator knows it. */
  readonly name: string;
  /** Where files still lie that have not been moved to this one; they are read from there. */
  readonly also?: Shelf;
  /** This one without those: what is opened there lies there. */
  readonly alone?: Shelf;
  /** Durable and whole when it resolves. Nothing is left of a stream that fails, whose error is thrown as it is. */
  write(path: string, bytes: Readable): Promise<void>;
  /** A stream whose first bytes are there: a file that cannot be read is an error and not half an answer. */
  open(path: string, range?: Range): Promise<Readable | undefined>;
  look(path: string): Promise<Seen | undefined>;
  /** @returns false where there is none, as where somebody else was faster */
  move(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** All files below a path, of the whole shelf without one. */
  list(below?: string): AsyncGenerator<Listed>;
  /** Removes uploads that were cut before an instant. @returns how many */
  dropCut(before: number): Promise<number>;
}
