/** Reads multipart bodies (rules: Calls 3): `data` and `tipos` with files. Texts have a memory budget, files are streamed. */
import type {Readable} from 'node:stream';
import type {Multipart, MultipartFile} from '@fastify/multipart';
import type {FastifyRequest} from 'fastify';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {Context} from '../context.ts';
import {Refusal} from '../errors.ts';
import {acceptFileContent, acceptFileName, fileTooLargeRefusal} from '../files/acceptFile.ts';
import {repeatedFieldRefusal} from '../http/json.ts';
import {
  partBytes, decodeFileName, parseStringList, malformedMultipart, parsePartObject, parsePartJson, peekBytes, createTextReader, tooMuchText,
} from './multipartParts.ts';

interface Expected<T> {
  /** Names of values accepted as parts of their own, besides those in `data`; other text parts are discarded. */
  fields: readonly string[];
  mostFiles: number;
  tooManyFiles: () => Refusal;
  /** Sentence for a forbidden extension: one file checked, or saved. */
  sentence: 'one' | 'save';
  onFile: (nome: string, bytes: Readable) => Promise<T>;
}

interface Received<T> {
  data: RecordValues;
  /** File types, in the order of the files. */
  tipos: string[];
  files: T[];
}

/** Room for unexpected parts that clients send (`idUsuarioLogado` and the like). */
const SPARE_FIELDS = 20;
/** Room for a file name of 255 characters, each three percent-encoded bytes. */
const HEADER_BYTES = 8192;
const NAME_CHARACTERS = 100;

const JSON_TYPE = 'application/json';
/** Reads JSON parts as bytes, because the package's parser would lose digits of large numbers (see `http/json.ts`). */
const isPartAFile = (_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean =>
  fileName !== undefined || type === 'application/octet-stream' || type === JSON_TYPE;
const isJsonText = (part: MultipartFile): boolean => (part.filename as string | undefined) === undefined && part.mimetype === JSON_TYPE;

async function* partsOf<T>(
  {env}: Context, request: FastifyRequest, {fields, mostFiles, tooManyFiles}: Expected<T>, textBytes: number,
): AsyncGenerator<Multipart> {
  // A type for every file.
  const mostFields = mostFiles + fields.length + SPARE_FIELDS;
  // Fields may come as JSON files, and one file too many gets a sentence of its own.
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
      throw code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT' ? tooMuchText() : malformedMultipart();
    }
  };
  for (let result = await next(); result.done !== true; result = await next()) {
    // Despite its type, a part may have no name.
    const {fieldname} = result.value as {fieldname: string | undefined};
    if (fieldname !== undefined && fieldname.length > NAME_CHARACTERS) throw malformedMultipart();
    yield result.value;
  }
}

/**
 * Reads a multipart body. All text together may be as large as a JSON body, which fits a form of a thousand items with the longest values.
 *
 * @throws Refusal VALIDACAO for a malformed body, EXTENSAO for a forbidden name or content, TAMANHO for too much text, too large or too
 *   many files
 */
export const readMultipart = async <T>(context: Context, request: FastifyRequest, expected: Expected<T>): Promise<Received<T>> => {
  const {env: {UPLOAD_MAX_MB}, config} = context;
  const textBytes = request.routeOptions.bodyLimit;
  const fileTooLarge = () => fileTooLargeRefusal(config, UPLOAD_MAX_MB);
  const text = createTextReader(textBytes, fileTooLarge);
  const fields = new Map<string, unknown>();
  const tipos: string[] = [];
  const files: T[] = [];
  let data: RecordValues | undefined;

  const takeFile = async (part: MultipartFile): Promise<void> => {
    if (files.length >= expected.mostFiles) throw expected.tooManyFiles();
    const nome = acceptFileName(config, decodeFileName(part), expected.sentence);
    const {head, whole} = await peekBytes(partBytes(part, fileTooLarge));
    files.push(await expected.onFile(nome, await acceptFileContent(config, head, whole)));
  };
  for await (const part of partsOf(context, request, expected, textBytes)) {
    if (part.fieldname === 'data') {
      if (data !== undefined) throw repeatedFieldRefusal('data');
      data = parsePartObject(part.type === 'file' ? await text.file(part) : text.field(part));
    } else if (part.type === 'file' && !isJsonText(part)) await takeFile(part);
    else {
      const value = part.type === 'file' ? parsePartJson(await text.file(part)) : text.field(part);
      if (part.fieldname === 'tipos') tipos.push(typeof value === 'string' ? value : JSON.stringify(value));
      else if (expected.fields.includes(part.fieldname)) {
        if (fields.has(part.fieldname)) throw repeatedFieldRefusal(part.fieldname);
        fields.set(part.fieldname, value);
      }
    }
  }
  return {data: {...Object.fromEntries(fields), ...data}, tipos: parseStringList(tipos), files};
};

/** Discards the rest of a refused body, because browsers read the answer only after they have sent everything. */
export const drainBody = (request: FastifyRequest): void => {
  request.raw.unpipe();
  request.raw.resume();
};

/**
 * Reads a body and checks its files without storing them; `files` holds the names of accepted files.
 *
 * @throws Refusal as {@link readMultipart}
 */
export const inspectFiles = async (
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
    drainBody(request);
    throw error;
  }
};

/**
 * Checks the single file of a body (rules: Files 6).
 *
 * @returns true if there was one
 * @throws Refusal as {@link readMultipart}; TAMANHO for a second file
 */
export const inspectSingleFile = async (context: Context, request: FastifyRequest): Promise<boolean> => {
  if (!request.isMultipart()) return false;
  const {files} = await inspectFiles(context, request, {
    fields: [], mostFiles: 1, tooManyFiles: () => new Refusal('TAMANHO', context.config.files.messages.oneOnly), sentence: 'one',
  });
  return files.length > 0;
};
