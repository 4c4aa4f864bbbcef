/**
 * Where the bytes of attachments live. The database keeps the key; a file is stored before its row and removed after it.
 * What a store cannot do it says with a StoreFailure.
 */
import type {Readable} from 'node:stream';

export interface StoredFile {
  key: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

export interface FileStore {
  /** Streams to the store; durable when it resolves. A stream that fails leaves nothing behind. */
  put(stream: Readable): Promise<StoredFile>;
  /** The bytes from `start` to `end` inclusive (whole file without a range). */
  get(key: string, range?: {start: number; end: number}): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Writes and removes a little; rejects when that cannot be done (`GET /api/pronto`). */
  ready(): Promise<void>;
}
