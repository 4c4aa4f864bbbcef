/** Calls that change something: multipart (rules: Calls 3), or plain JSON without files. Files stay only when the work is done. */
import {createHash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import type {Transaction} from 'kysely';
import {NEWEST_STEPS} from '../../schema/lifeCycle/newest.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {stillSignedIn} from '../accounts/guard.ts';
import {hashPassword} from '../accounts/password.ts';
import type {Actor, Context} from '../context.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';
import {changeRecord} from '../db/turns.ts';
import {Refusal} from '../errors.ts';
import type {StoredFile} from '../files/store.ts';
import {preferred} from '../http/prefer.ts';
import {malformed} from '../http/refusals.ts';
import {answeredBefore, callKey, keepAnswer, type CallAnswer, type CallKey} from './idempotency.ts';
import {drain, readMultipart} from './multipart.ts';

export interface ReceivedFile extends StoredFile {
  nome: string;
}
/** A body whose files are in the store already. */
export interface Submission {
  data: Values;
  /** File types, in the order of the files. */
  tipos: readonly string[];
  files: readonly ReceivedFile[];
  /** Hashes of the passwords in `data`, by field. */
  secrets: Readonly<Record<string, string>>;
  /** Whether the answer is to tell the newest steps of the record's history. */
  tellsSteps: boolean;
  /** Of all that was sent, the files' bytes included: two submissions with the same hash ask the same. */
  hash: string;
}
/** What a submission asks for, done in one transaction; by the caller as the database has them after the body was read. */
export type Work = (trx: Transaction<Tables>, actor: Actor, submission: Submission) => Promise<CallAnswer>;

/** What cannot be removed now is the sweep's: the caller hears of what went wrong before. */
const discard = async ({files}: Context, {log}: FastifyRequest, received: readonly StoredFile[]): Promise<void> => {
  await Promise.all(received.map(({key}) => files.remove(key).catch((err: unknown) => log.warn({err, key}, 'file left to the sweep'))));
};

/** What a call takes. */
export interface Taken {
  /** The values it takes as plain parts, beside those in `data`. */
  fields: readonly string[];
  /** The most files, and what is said of one more. */
  mostFiles: number;
  tooManyFiles: () => Refusal;
  /** Refuses before a body with files is read: it may be long on its way. */
  admit?: (() => Promise<void>) | undefined;
  /** Which values of `data` are passwords, and what a key keeps of one: a hash that nobody without the server's own key can try. */
  passwords?: {among: (data: Values) => readonly string[]; hash: (password: string) => string} | undefined;
  /** The record that the work changes; none for a new one. */
  changes?: ((data: Values) => {name: string; id: number} | undefined) | undefined;
  /** What says which call it is where no header does; absent: nothing does. */
  key?: ((data: Values, hash: string) => string) | undefined;
  /** Refuses the answer again to whom its record is out of reach meanwhile: the one that was changed, or made. */
  again: (db: DbOrTrx, actor: Actor, id: number) => Promise<unknown>;
}

const hashOf = (data: Values, tipos: readonly string[], files: readonly ReceivedFile[]): string => {
  const sent = [data, tipos, files.map(file => [file.nome, file.sha256])];
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex');
};

/** The body of a call without files. */
const bodyOf = ({body = {}}: FastifyRequest): Values => {
  if (typeof body !== 'object' || Array.isArray(body)) throw malformed();
  return (body ?? {}) as Values;
};

/** Reads a body, streaming its files to the store; nothing of one that is refused is left there. */
const receive = async (context: Context, request: FastifyRequest, taken: Taken): Promise<Submission> => {
  const finish = async (data: Values, tipos: readonly string[], files: readonly ReceivedFile[]): Promise<Submission> => {
    const passwords = taken.passwords?.among(data) ?? [];
    const hashed = Object.fromEntries(passwords.map(name => [name, taken.passwords?.hash(String(data[name]))]));
    // Hashing waits, and so happens before the transaction.
    const secrets = await Promise.all(passwords.map(async name => [name, await hashPassword(String(data[name]))] as const));
    return {
      data, tipos, files, secrets: Object.fromEntries(secrets), tellsSteps: preferred(request, NEWEST_STEPS) !== undefined,
      hash: hashOf({...data, ...hashed}, tipos, files),
    };
  };
  if (!request.isMultipart()) return finish(bodyOf(request), [], []);
  await taken.admit?.();
  const stored: ReceivedFile[] = [];
  const {fields, mostFiles, tooManyFiles} = taken;
  try {
    const {data, tipos} = await readMultipart(context, request, {
      fields, mostFiles, tooManyFiles, sentence: 'save',
      onFile: async (nome, bytes) => void stored.push({nome, ...await context.files.put(bytes)}),
    });
    return await finish(data, tipos, stored);
  } catch (error) {
    drain(request);
    await discard(context, request, stored);
    throw error;
  }
};

/** Errors after which the transaction surely did not happen; after others (a lost connection) the sweep decides. */
const surelyUndone = (error: unknown): boolean =>
  error instanceof Refusal || /^(?!08|57)\d[0-9A-Z]{4}$/.test(String((error as {code?: unknown}).code));

/**
 * Receives a submission and does its work once. It is done before its key is looked at: one that was used takes the work back, or the
 * work is refused because it was done, and the answer of then is repeated to who still reaches its record. A body with files may take
 * minutes: whoever was deactivated meanwhile is refused, and whoever is deactivated at that moment is so after the work.
 *
 * @throws Refusal 401 for a session that ended while the files came in, else as {@link readMultipart} and the work
 */
export const withSubmission = async (context: Context, request: FastifyRequest, taken: Taken, work: Work): Promise<CallAnswer> => {
  const {db} = context;
  const submission = await receive(context, request, taken);
  let key: CallKey | undefined;
  let actor: Actor | undefined;
  let record: {name: string; id: number} | undefined;
  const done = async (trx: Transaction<Tables>): Promise<CallAnswer> => {
    actor = request.isMultipart() ? await stillSignedIn(context, trx, request) : request.actor;
    const answer = await work(trx, actor, submission);
    if (key !== undefined) await keepAnswer(trx, key, answer);
    return answer;
  };
  try {
    key = callKey(request, submission.hash, taken.key?.(submission.data, submission.hash));
    const changed = taken.changes?.(submission.data);
    record = changed;
    return await (changed === undefined ? db.transaction().execute(done) : changeRecord(db, changed.name, changed.id, done));
  } catch (error) {
    if (!surelyUndone(error)) throw error;
    await discard(context, request, submission.files);
    const earlier = key === undefined || actor === undefined ? undefined : await answeredBefore(db, key);
    if (earlier === undefined || actor === undefined) throw error;
    await taken.again(db, actor, record?.id ?? Number(earlier.body['id']));
    return earlier;
  }
};
