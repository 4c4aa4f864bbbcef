/** Calls that may carry files (rules: Calls 3): multipart, or plain JSON without any. Their files stay only when their work is done. */
import {createHash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import type {Transaction} from 'kysely';
import type {Values} from '../../schema/validate.ts';
import type {Actor, Context} from '../context.ts';
import type {Tables} from '../db/tables.ts';
import {changeRecord} from '../db/turns.ts';
import {Refusal} from '../errors.ts';
import {tooMany} from '../files/rules.ts';
import type {StoredFile} from '../files/store.ts';
import {stillSignedIn} from '../sessions/guard.ts';
import {callKey, once, type Answer} from './idempotency.ts';
import {drain, readMultipart} from './multipart.ts';
import {objectOf} from './textParts.ts';

export interface ReceivedFile extends StoredFile {
  nome: string;
}
/** A body whose files are in the store already. */
export interface Submission {
  data: Values;
  /** File types, in the order of the files. */
  tipos: readonly string[];
  files: readonly ReceivedFile[];
  /** Of all that was sent, the files' bytes included: two submissions with the same hash ask the same. */
  hash: string;
}
/** What a submission asks for, done in one transaction; by the caller as the database has them after the body was read. */
export type Work = (trx: Transaction<Tables>, actor: Actor, submission: Submission) => Promise<Answer>;

/** What cannot be removed now is the sweep's: the caller hears of what went wrong before. */
const discard = async ({files}: Context, {log}: FastifyRequest, received: readonly StoredFile[]): Promise<void> => {
  await Promise.all(received.map(({key}) => files.remove(key).catch((err: unknown) => log.warn({err, key}, 'file left to the sweep'))));
};

const hashOf = (data: Values, tipos: readonly string[], files: readonly ReceivedFile[]): string =>
  createHash('sha256').update(JSON.stringify([data, tipos, files.map(file => [file.nome, file.sha256])])).digest('hex');

/** Reads a body, streaming its files to the store; nothing of one that is refused is left there. */
const receive = async (context: Context, request: FastifyRequest, fields: readonly string[]): Promise<Submission> => {
  if (!request.isMultipart()) {
    const data = objectOf(request.body ?? {});
    return {data, tipos: [], files: [], hash: hashOf(data, [], [])};
  }
  const stored: ReceivedFile[] = [];
  const mostFiles = context.env.UPLOAD_MAX_FILES;
  try {
    const {data, tipos} = await readMultipart(context, request, {
      fields, mostFiles, tooManyFiles: () => tooMany(mostFiles), sentence: 'save',
      onFile: async (nome, bytes) => void stored.push({nome, ...await context.files.put(bytes)}),
    });
    return {data, tipos, files: stored, hash: hashOf(data, tipos, stored)};
  } catch (error) {
    drain(request);
    await discard(context, request, stored);
    throw error;
  }
};

/** Errors after which the transaction surely did not happen; after others (a lost connection) the sweep decides. */
const surelyUndone = (error: unknown): boolean =>
  error instanceof Refusal || /^(?!08|57)\d[0-9A-Z]{4}$/.test(String((error as {code?: unknown}).code));

/** What a call takes besides its files. */
export interface Taken {
  /** The values it takes as plain parts, beside those in `data`. */
  fields: readonly string[];
  /** The id of the ticket that the work changes; none for a new one. */
  changes?: (submission: Submission) => number | undefined;
}

/**
 * Receives a submission and does its work once: a repeated `Idempotency-Key` repeats the answer. A body may take minutes:
 * whoever was deactivated meanwhile is refused, and whoever is deactivated at that moment is so after the work.
 *
 * @throws Refusal 401 for a session that ended while the body came in, else as {@link readMultipart} and the work
 */
export const withSubmission = async (context: Context, request: FastifyRequest, {fields, changes}: Taken, work: Work): Promise<Answer> => {
  const submission = await receive(context, request, fields);
  try {
    const key = callKey(request, submission.hash);
    const done = async (trx: Transaction<Tables>) => {
      const actor = await stillSignedIn(context, trx, request);
      return once(trx, key, () => work(trx, actor, submission));
    };
    const id = changes?.(submission);
    const {answer, repeated} = await (id === undefined
      ? context.db.transaction().execute(done)
      : changeRecord(context.db, 'tickets', id, done));
    if (repeated) await discard(context, request, submission.files);
    return answer;
  } catch (error) {
    if (surelyUndone(error)) await discard(context, request, submission.files);
    throw error;
  }
};
