/** Receives calls that change something: multipart (rules: Calls 3), or JSON without files. Files are deleted unless the work succeeds. */
import {createHash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import type {Transaction} from 'kysely';
import {NEWEST_STEPS_KEY} from '../../schema/lifeCycle/newestSteps.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {lockCaller} from '../accounts/authentication.ts';
import {hashPassword} from '../accounts/password.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';
import {changeRecord, runTransaction} from '../db/changeRecord.ts';
import {Refusal} from '../errors.ts';
import type {StoredFile} from '../files/attachmentStore.ts';
import {readPreference} from '../http/prefer.ts';
import {malformedRefusal} from '../http/refusals.ts';
import {findStoredAnswer, readIdempotencyKey, storeAnswer, type CallAnswer, type IdempotencyKey} from '../idempotency.ts';
import {drainBody, readMultipart} from './multipart.ts';

export interface ReceivedFile extends StoredFile {
  nome: string;
}
/** A body whose files are already stored. */
export interface Submission {
  data: RecordValues;
  /** File types, in the order of the files. */
  tipos: readonly string[];
  files: readonly ReceivedFile[];
  /** Hashes of the passwords in `data`, by field. */
  secrets: Readonly<Record<string, string>>;
  /** True: the answer includes the newest history steps. */
  wantsNewestSteps: boolean;
  /** Hash of the whole content, file bytes included. */
  hash: string;
}
/** The submission of an operation that no request began. */
export const EMPTY_SUBMISSION: Submission = {data: {}, tipos: [], files: [], secrets: {}, wantsNewestSteps: false, hash: ''};
/** Work of a submission, in one transaction; `actor` is read again after a body with files. */
export type SubmissionWork = (trx: Transaction<Tables>, actor: Actor, submission: Submission) => Promise<CallAnswer>;

/** A file that cannot be deleted now is left to the sweep, because the caller needs the first error. */
const discard = async ({files}: Context, {log}: FastifyRequest, received: readonly StoredFile[]): Promise<void> => {
  await Promise.all(received.map(({key}) => files.remove(key).catch((err: unknown) => log.warn({err, key}, 'file left to the sweep'))));
};

export interface SubmissionOptions {
  /** Names of values accepted as plain parts, besides those in `data`. */
  fields: readonly string[];
  /** Highest number of files, and the refusal above it. */
  mostFiles: number;
  tooManyFiles: () => Refusal;
  /** Refuses before a body with files is read, because the upload may take minutes. */
  admit?: (() => Promise<void>) | undefined;
  /** Names of passwords in `data`, and a keyed hash of them for the idempotency key, so that stolen rows cannot be brute-forced. */
  passwords?: {among: (data: RecordValues) => readonly string[]; hash: (password: string) => string} | undefined;
  /** The record that the work changes; undefined: a new record. */
  changedRecord?: ((data: RecordValues) => {name: string; id: number} | undefined) | undefined;
  /** Idempotency key where the header is absent. */
  fallbackKey?: ((data: RecordValues, hash: string) => string) | undefined;
  /** Checks that the changed or created record is still within the caller's scope before a stored answer is repeated. */
  again: (db: DbOrTrx, actor: Actor, id: number) => Promise<unknown>;
}

const hashOf = (data: RecordValues, tipos: readonly string[], files: readonly ReceivedFile[]): string => {
  const content = [data, tipos, files.map(file => [file.nome, file.sha256])];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
};

const bodyOf = ({body = {}}: FastifyRequest): RecordValues => {
  if (typeof body !== 'object' || Array.isArray(body)) throw malformedRefusal();
  return (body ?? {}) as RecordValues;
};

/** Reads a body and streams its files to the storage; a refused body leaves no files there. */
const receive = async (context: Context, request: FastifyRequest, options: SubmissionOptions): Promise<Submission> => {
  const finish = async (data: RecordValues, tipos: readonly string[], files: readonly ReceivedFile[]): Promise<Submission> => {
    const passwords = options.passwords?.among(data) ?? [];
    const hashed = Object.fromEntries(passwords.map(name => [name, options.passwords?.hash(String(data[name]))]));
    // Hashed here, because slow hashing would hold the transaction open.
    const secrets = await Promise.all(passwords.map(async name => [name, await hashPassword(String(data[name]))] as const));
    return {
      data, tipos, files, secrets: Object.fromEntries(secrets), wantsNewestSteps: readPreference(request, NEWEST_STEPS_KEY) !== undefined,
      hash: hashOf({...data, ...hashed}, tipos, files),
    };
  };
  if (!request.isMultipart()) return finish(bodyOf(request), [], []);
  await options.admit?.();
  const stored: ReceivedFile[] = [];
  const {fields, mostFiles, tooManyFiles} = options;
  try {
    const {data, tipos} = await readMultipart(context, request, {
      fields, mostFiles, tooManyFiles, sentence: 'save',
      onFile: async (nome, bytes) => void stored.push({nome, ...await context.files.put(bytes)}),
    });
    return await finish(data, tipos, stored);
  } catch (error) {
    drainBody(request);
    await discard(context, request, stored);
    throw error;
  }
};

/** True for errors that surely rolled the transaction back; after others (a lost connection) the sweep decides about the files. */
const isRolledBack = (error: unknown): boolean =>
  error instanceof Refusal || /^(?!08|57)\d[0-9A-Z]{4}$/.test(String((error as {code?: unknown}).code));

/**
 * Receives a submission and does its work exactly once.
 * Storing its key with the work rolls back a repetition; the stored answer is then repeated to callers still in reach.
 * The session is checked again in the transaction, because a body with files may take minutes.
 *
 * @throws Refusal 401 for a session that ended during the upload, else as {@link readMultipart} and the work
 */
export const withSubmission = async (
  context: Context, request: FastifyRequest, options: SubmissionOptions, work: SubmissionWork,
): Promise<CallAnswer> => {
  const {db} = context;
  const submission = await receive(context, request, options);
  let key: IdempotencyKey | undefined;
  let actor: Actor | undefined;
  let record: {name: string; id: number} | undefined;
  const runWork = async (trx: Transaction<Tables>): Promise<CallAnswer> => {
    actor = request.isMultipart() ? await lockCaller(context, trx, request) : request.actor;
    const answer = await work(trx, actor, submission);
    if (key !== undefined) await storeAnswer(trx, key, answer);
    return answer;
  };
  try {
    key = readIdempotencyKey(request, submission.hash, options.fallbackKey?.(submission.data, submission.hash));
    const changedRecord = options.changedRecord?.(submission.data);
    record = changedRecord;
    return await (changedRecord === undefined
      ? runTransaction(db, runWork) : changeRecord(db, changedRecord.name, changedRecord.id, runWork));
  } catch (error) {
    if (!isRolledBack(error)) throw error;
    await discard(context, request, submission.files);
    const stored = key === undefined || actor === undefined ? undefined : await findStoredAnswer(db, key);
    if (stored === undefined || actor === undefined) throw error;
    await options.again(db, actor, record?.id ?? Number(stored.body['id']));
    return stored;
  }
};
