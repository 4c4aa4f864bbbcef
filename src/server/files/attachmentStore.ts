/** Interface to attachments' bytes. The database holds the key; a file is stored before its row and removed after it. */
import type {Readable} from 'node:stream';
import type {Config} from '../../schema/shapes/config.ts';
import type {FileMessageName} from '../../schema/shapes/productMessages.ts';
import {Refusal} from '../errors.ts';
import {errorCodeOf} from './layout.ts';
import type {ByteRange} from './storage.ts';

export interface StoredFile {
  key: string;
  size: number;
  sha256: string;
}

export interface AttachmentStore {
  /** Durable when it resolves. A stream that fails leaves nothing behind. */
  put(stream: Readable): Promise<StoredFile>;
  get(key: string, range?: ByteRange): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Writes and removes a small file; rejects when that fails (`GET /api/pronto`). */
  checkWritable(): Promise<void>;
}

type FailureMessage = Extract<FileMessageName, 'unwritable' | 'unreadable' | 'missing' | 'elsewhere'>;

/** A failed storage operation, distinguished from bugs and from the same error of other sources. */
export class StoreFailure extends Error {
  readonly what: FailureMessage;
  readonly code: unknown;

  constructor(what: FailureMessage, message: string, cause?: unknown) {
    super(message, {cause});
    this.name = 'StoreFailure';
    this.what = what;
    this.code = cause === undefined ? undefined : errorCodeOf(cause);
  }
}

/** Codes of a full disk; every source of them has the same message. */
const DISK_FULL_CODES = new Set<unknown>(['ENOSPC', 'EDQUOT']);

/** Converts file system errors to StoreFailure. Other errors (of the incoming stream) stay as they are. */
export const toStoreFailure = (what: FailureMessage, error: unknown): unknown => {
  const {syscall, message} = error as Partial<NodeJS.ErrnoException>;
  return typeof syscall !== 'string' || DISK_FULL_CODES.has(errorCodeOf(error)) ? error : new StoreFailure(what, message ?? what, error);
};

/** Converts a StoreFailure to a refusal; any other error stays as it is. */
export const storeFailureToRefusal = (config: Config, error: unknown): unknown => {
  if (!(error instanceof StoreFailure)) return error;
  const refusal = new Refusal('INDISPONIVEL', config.files.messages[error.what]);
  // For the log.
  refusal.cause = error;
  return refusal;
};
