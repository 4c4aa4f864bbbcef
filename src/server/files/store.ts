/**
 * Where the bytes of attachments live. The database keeps the key; a file is stored before its row and removed after it.
 * What a store cannot do it says with a StoreFailure.
 */
import type {Readable} from 'node:stream';
import type {Config} from '../../schema/shapes/config.ts';
import type {FileMessageName} from '../../schema/shapes/productMessages.ts';
import {Refusal} from '../errors.ts';
import {codeOf} from './layout.ts';
import type {Range} from './shelf.ts';

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
  get(key: string, range?: Range): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Writes and removes a little; rejects when that cannot be done (`GET /api/pronto`). */
  ready(): Promise<void>;
}

/** Names of the sentences in `files.messages`. */
type Failing = Extract<FileMessageName, 'unwritable' | 'unreadable' | 'missing' | 'elsewhere'>;

/** What a store could not do, so that it is told apart from a bug, and from the same error of anything else. */
export class StoreFailure extends Error {
  readonly what: Failing;
  /** The file system's. */
  readonly code: unknown;

  constructor(what: Failing, message: string, cause?: unknown) {
    super(message, {cause});
    this.name = 'StoreFailure';
    this.what = what;
    this.code = cause === undefined ? undefined : codeOf(cause);
  }
}

/** These have a sentence wherever they happen. */
const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** The file system's own errors as failures of the store; what else went wrong (the stream that was to be stored) stays as it is. */
export const asFailure = (what: Failing, error: unknown): unknown => {
  const {syscall, message} = error as Partial<NodeJS.ErrnoException>;
  return typeof syscall !== 'string' || NO_ROOM.has(codeOf(error)) ? error : new StoreFailure(what, message ?? what, error);
};

/** The refusal that tells a store's failure; any other error as it is. */
export const tellFailure = (config: Config, error: unknown): unknown => {
  if (!(error instanceof StoreFailure)) return error;
  const refusal = new Refusal('INDISPONIVEL', config.files.messages[error.what]);
  // For the log.
  refusal.cause = error;
  return refusal;
};
