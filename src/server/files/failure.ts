/** What a store of files could not do, so that it is told apart from a bug, and from the same error of anything else. */
import type {Config} from '../../schema/config/config.ts';
import type {FileSentence} from '../../schema/config/sentences.ts';
import {Refusal} from '../errors.ts';
import {codeOf} from './layout.ts';

/** Names of the sentences in `files.messages`. */
type Failing = Extract<FileSentence, 'unwritable' | 'unreadable' | 'missing' | 'elsewhere'>;

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
