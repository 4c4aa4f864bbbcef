/** Multipart bodies (rules: Calls 3): `data` and `tipos` beside the files. What is kept of one in memory has a budget; files stream by. */
import type {Readable} from 'node:stream';
import type {Multipart, MultipartFile} from '@fastify/multipart';
import type {FastifyRequest} from 'fastify';
import type {Values} from '../../schema/fields/validate.ts';
import type {Context} from '../context.ts';
import {Refusal} from '../errors.ts';
import {acceptedContent, acceptedName, tooLarge} from '../files/rules.ts';
import {repeatedField} from '../http/json.ts';
import {bytesOf, fileNameOf, listOf, malformed, objectOf, parsed, peek, textReader, tooMuchText} from './parts.ts';

/** What a call takes. */
interface Expected<T> {
  /** Names of the values it takes as parts of their own, beside those in `data`. Any other text part is read into nothing. */
  fields: readonly string[];
  mostFiles: number;
  tooManyFiles: () => Refusal;
  /** Which sentence a forbidden extension gets: one file checked, or saved. */
  sentence: 'one' | 'save';
  /** Takes each file as it streams by. */
  onFile: (nome: string, bytes: Readable) => Promise<T>;
}

interface Received<T> {
  data: Values;
  /** File types, in the order of the files. */
  tipos: string[];
  files: T[];
}

/** Parts nobody asked for that a client may send all the same (`idUsuarioLogado` and the like). */
const SPARE_FIELDS = 20;
/** A name of 255 signs, each written in three bytes percent-encoded, and room beside it. */
const HEADER_BYTES = 8192;
const NAME_CHARACTERS = 100;

const JSON_TYPE = 'application/json';
/** JSON parts come as bytes: read by the package, their numbers would have lost their digits (see `http/json.ts`). */
const isPartAFile = (_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || type === 'application/octet-stream' || type === JSON_TYPE;
const isJsonText = (part: MultipartFile): boolean => (part.filename as string | undefined) === undefined && part.mimetype === JSON_TYPE;

async function* partsOf<T>(
  {env}: Context, request: FastifyRequest, {fields, mostFiles, tooManyFiles}: Expected<T>, textBytes: number,
): AsyncGenerator<Multipart> {
  // A type for each file.
  const mostFields = mostFiles + fields.length + SPARE_FIELDS;
  // Fields may come as JSON; and room for one file too many, which gets its own sentence.
  const files = mostFiles + mostFields + 2;
  const limits = {
    files, fields: mostFields, parts: mostFiles + mostFields + 2, fileSize: env.UPLOAD_MAX_MB * 1024 * 1024, fieldSize: textBytes,
    fieldNameSize: NAME_CHARACTERS,
    headerPairs: 20, headerSize: HEADER_BYTES,
  };
  const parts = request.parts({limits, throwFileSizeLimit: false, isPartAFile} as Parameters<FastifyRequest['parts']>[0]);
  const next = async () => {
    try {
      return await parts.next();
    } catch (error) {
      const {code} = error as {code?: unknown};
      if (code === 'FST_FILES_LIMIT') throw tooManyFiles();
      throw code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT' ? tooMuchText() : malformed();
    }
  };
  for (let result = await next(); result.done !== true; result = await next()) {
    // A part may come without a name, whatever its type says.
    const {fieldname} = result.value as {fieldname: string | undefined};
    if (fieldname !== undefined && fieldname.length > NAME_CHARACTERS) throw malformed();
    yield result.value;
  }
}

/**
 * Walks a multipart body. All its text together may be as large as a JSON body: a form of a thousand items with
 * the longest values fits.
 *
 * @throws Refusal VALIDACAO for a body that is none, EXTENSAO for a forbidden name or content, TAMANHO for too much text,
 *   too large or too many files
 */
export const readMultipart = async <T>(context: Context, request: FastifyRequest, expected: Expected<T>): Promise<Received<T>> => {
  const {env: {UPLOAD_MAX_MB}, config} = context;
  const textBytes = request.routeOptions.bodyLimit;
  const above = () => tooLarge(config, UPLOAD_MAX_MB);
  const text = textReader(textBytes, above);
  const fields = new Map<string, unknown>();
  const tipos: string[] = [];
  const files: T[] = [];
  let data: Values | undefined;

  const takeFile = async (part: MultipartFile): Promise<void> => {
    if (files.length >= expected.mostFiles) throw expected.tooManyFiles();
    const nome = acceptedName(config, fileNameOf(part), expected.sentence);
    const {head, whole} = await peek(bytesOf(part, above));
    files.push(await expected.onFile(nome, await acceptedContent(config, head, whole)));
  };
  for await (const part of partsOf(context, request, expected, textBytes)) {
    if (part.fieldname === 'data') {
      if (data !== undefined) throw repeatedField('data');
      data = objectOf(part.type === 'file' ? await text.file(part) : text.field(part));
    } else if (part.type === 'file' && !isJsonText(part)) await takeFile(part);
    else {
      const value = part.type === 'file' ? parsed(await text.file(part)) : text.field(part);
      if (part.fieldname === 'tipos') tipos.push(typeof value === 'string' ? value : JSON.stringify(value));
      else if (expected.fields.includes(part.fieldname)) {
        if (fields.has(part.fieldname)) throw repeatedField(part.fieldname);
        fields.set(part.fieldname, value);
      }
    }
  }
  return {data: {...Object.fromEntries(fields), ...data}, tipos: listOf(tipos), files};
};

/** A refused body goes on being read, into nothing: a browser hears the answer only when it has sent everything. */
export const drain = (request: FastifyRequest): void => {
  request.raw.unpipe();
  request.raw.resume();
};

/**
 * Reads a body whose files are looked at and not kept: what it says, and the names of files that passed.
 *
 * @throws Refusal as {@link readMultipart}
 */
export const inspect = async (
  context: Context, request: FastifyRequest, expected: Omit<Expected<string>, 'onFile'>,
): Promise<Received<string>> => {
  try {
    return await readMultipart(context, request, {
      ...expected,
      onFile: async (nome, bytes) => {
        for await (const _chunk of bytes);
        return nome;
      },
    });
  } catch (error) {
    drain(request);
    throw error;
  }
};

/**
 * Looks at the one file of a body (rules: Files 6).
 *
 * @returns whether there was one; it passed then
 * @throws Refusal as {@link readMultipart}; TAMANHO for a second file
 */
export const inspectFile = async (context: Context, request: FastifyRequest): Promise<boolean> => {
  if (!request.isMultipart()) return false;
  const {files} = await inspect(context, request, {
    fields: [], mostFiles: 1, tooManyFiles: () => new Refusal('TAMANHO', context.config.files.messages.oneOnly), sentence: 'one',
  });
  return files.length > 0;
};
