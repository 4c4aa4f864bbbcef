/** Bodies of the calls that may carry files (§7): `data` and `tipos` beside the files, or plain JSON without any. */
import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';
import type {MultipartFile} from '@fastify/multipart';
import type {FastifyRequest} from 'fastify';
import type {Values} from '../schema/validate.ts';
import type {Context} from './context.ts';
import {invalid, Refusal} from './errors.ts';
import {acceptedName, HEAD, refuseContent, tooLarge, tooMany} from './files/rules.ts';
import type {StoredFile} from './files/store.ts';

const MAX_TEXT = 1024 * 1024;

export interface ReceivedFile extends StoredFile {
  nome: string;
}
/** A body whose files are in the store already; whoever takes it keeps them or removes them. */
export interface Submission {
  data: Values;
  /** File types, in the order of the files. */
  tipos: readonly string[];
  files: readonly ReceivedFile[];
  /** Of all that was sent, the files' bytes included: two submissions with the same hash ask the same. */
  hash: string;
}

const malformed = (message = 'O envio está malformado.'): Refusal => invalid([], message);

const asObject = (value: unknown): Values => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  return value as Values;
};
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw malformed();
  }
};

/** The bytes of a part; a broken body and a file above the limit are refusals wherever they are read. */
async function* bytesOf(part: MultipartFile, maxMb: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield chunk as Buffer;
  } catch {
    throw malformed();
  }
  if (part.file.truncated) throw tooLarge(maxMb);
}

/** The first bytes of a file, and the whole file as if nothing had been read. */
const peek = async (bytes: AsyncGenerator<Buffer>): Promise<{head: Buffer; whole: Readable}> => {
  const chunks: Buffer[] = [];
  for (let size = 0; size < HEAD;) {
    const next = await bytes.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const whole = async function* () {
    yield* chunks;
    yield* bytes;
  };
  return {head: Buffer.concat(chunks), whole: Readable.from(whole(), {objectMode: false})};
};

/** A `data` part that arrived as a file: browsers send a JSON Blob that way, under the name 'blob'. */
const textOf = async (part: MultipartFile, maxMb: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytesOf(part, maxMb)) {
    size += chunk.length;
    if (size > MAX_TEXT) throw malformed();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Browsers write a quote or a line break in a file's name as `%22`, `%0D`, `%0A`, and nothing else so (HTML standard). */
const fileNameOf = ({filename}: {filename: string | undefined}): string | undefined =>
  filename?.replace(/%(22|0D|0A)/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Repeated parts, one JSON array, or one comma list. */
const listOf = (values: readonly string[]): string[] => {
  const [only, ...others] = values;
  if (only === undefined || others.length > 0) return [...values];
  if (!only.trim().startsWith('[')) return only.split(',').map(one => one.trim()).filter(one => one !== '');
  const list = parsed(only);
  if (!Array.isArray(list) || !list.every(one => typeof one === 'string')) throw malformed();
  return list;
};

/** Walks a multipart body, giving each file to `onFile` as it streams by. */
const readParts = async <T>(
  {env, config}: Context, request: FastifyRequest, sentence: 'one' | 'save', onFile: (nome: string, bytes: Readable) => Promise<T>,
): Promise<{data: Values; tipos: string[]; files: T[]}> => {
  const fields: Record<string, unknown> = {};
  const tipos: string[] = [];
  const files: T[] = [];
  let data: Values = {};
  // Room for `data` arriving as a file and for one file too many, which gets its own sentence.
  const limits = {fileSize: env.UPLOAD_MAX_MB * 1024 * 1024, files: env.UPLOAD_MAX_FILES + 2, parts: 4 * env.UPLOAD_MAX_FILES + 50, fieldSize: MAX_TEXT};
  const parts = request.parts({limits, throwFileSizeLimit: false} as Parameters<FastifyRequest['parts']>[0]);
  const next = async () => {
    try {
      return await parts.next();
    } catch (error) {
      throw (error as {code?: unknown}).code === 'FST_FILES_LIMIT' ? tooMany(env.UPLOAD_MAX_FILES) : malformed();
    }
  };
  for (let result = await next(); result.done !== true; result = await next()) {
    const part = result.value;
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated) throw malformed();
      if (part.fieldname === 'data') data = asObject(typeof part.value === 'string' ? parsed(part.value) : part.value);
      else if (part.fieldname === 'tipos') tipos.push(typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
      else fields[part.fieldname] = part.value;
    } else if (part.fieldname === 'data') {
      data = asObject(parsed(await textOf(part, env.UPLOAD_MAX_MB)));
    } else {
      if (files.length >= env.UPLOAD_MAX_FILES) throw tooMany(env.UPLOAD_MAX_FILES);
      const nome = acceptedName(config, fileNameOf(part), sentence);
      const {head, whole} = await peek(bytesOf(part, env.UPLOAD_MAX_MB));
      await refuseContent(config, nome, head);
      files.push(await onFile(nome, whole));
    }
  }
  return {data: {...fields, ...data}, tipos: listOf(tipos), files};
};

/** A refused body goes on being read, into nothing: a browser hears the answer only when it has sent everything. */
const drain = (request: FastifyRequest): void => {
  request.raw.unpipe();
  request.raw.resume();
};

const discard = async ({files}: Context, received: readonly StoredFile[]): Promise<void> => {
  await Promise.all(received.map(file => files.remove(file.key)));
};

const hashOf = (data: Values, tipos: readonly string[], files: readonly ReceivedFile[]): string =>
  createHash('sha256').update(JSON.stringify([data, tipos, files.map(file => [file.nome, file.sha256])])).digest('hex');

/**
 * Reads a JSON or multipart body; the files of the latter are streamed to the store.
 *
 * @throws Refusal VALIDACAO for a body that is not one, EXTENSAO for a forbidden name or content, TAMANHO for too
 *   large or too many files; nothing is left in the store then
 */
const receive = async (context: Context, request: FastifyRequest): Promise<Submission> => {
  if (!request.isMultipart()) {
    const data = asObject(request.body ?? {});
    return {data, tipos: [], files: [], hash: hashOf(data, [], [])};
  }
  const stored: ReceivedFile[] = [];
  try {
    const {data, tipos} = await readParts(context, request, 'save', async (nome, bytes) => {
      stored.push({nome, ...await context.files.put(bytes)});
    });
    return {data, tipos, files: stored, hash: hashOf(data, tipos, stored)};
  } catch (error) {
    drain(request);
    await discard(context, stored);
    throw error;
  }
};

/** Errors after which the transaction surely did not happen; after others (a lost connection) the sweep decides. */
const surelyUndone = (error: unknown): boolean =>
  error instanceof Refusal || /^(?!08|57)\d[0-9A-Z]{4}$/.test(String((error as {code?: unknown}).code));

/**
 * Does something with a submission whose files only stay when it says so.
 *
 * @param work does its writing in one transaction; answers `keep: false` where the files were not needed after all
 *   (a repeated call)
 */
export const withSubmission = async <T>(
  context: Context, request: FastifyRequest, work: (submission: Submission) => Promise<{answer: T; keep: boolean}>,
): Promise<T> => {
  const submission = await receive(context, request);
  try {
    const {answer, keep} = await work(submission);
    if (!keep) await discard(context, submission.files);
    return answer;
  } catch (error) {
    if (surelyUndone(error)) await discard(context, submission.files);
    throw error;
  }
};

/**
 * Reads a body's files without keeping them (§7, validar-extensao-arquivo).
 *
 * @returns how many passed
 */
export const inspectFiles = async (context: Context, request: FastifyRequest): Promise<number> => {
  if (!request.isMultipart()) return 0;
  try {
    const {files} = await readParts(context, request, 'one', async (_nome, bytes) => {
      for await (const _chunk of bytes);
    });
    return files.length;
  } catch (error) {
    drain(request);
    throw error;
  }
};
