/** Parts of a multipart body: texts (`data`, `tipos`, plain fields) within one budget, and file streams. */
import type {MultipartFile, MultipartValue} from '@fastify/multipart';
import {REPLACEMENT_CHARACTER} from '../../schema/fields/text.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {invalid, Refusal} from '../errors.ts';
import {SIGNATURE_HEAD_BYTES} from '../files/programSignatures.ts';
import {asWindows1252, decodeText, undecodableRefusal} from '../http/charset.ts';
import {parseJson} from '../http/json.ts';

export const malformedMultipart = (): Refusal => invalid([], 'O envio está malformado.');

/** Bytes of a file part. @throws Refusal for a broken body or a file above the limit */
export async function* partBytes(part: MultipartFile, tooLarge: () => Refusal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield chunk as Buffer;
  } catch {
    throw malformedMultipart();
  }
  if (part.file.truncated) throw tooLarge();
}

/** The first bytes of a file, and a stream of the whole file. */
export const peekBytes = async (bytes: AsyncGenerator<Buffer>): Promise<{head: Buffer; whole: AsyncGenerator<Buffer>}> => {
  const chunks: Buffer[] = [];
  for (let size = 0; size < SIGNATURE_HEAD_BYTES;) {
    const next = await bytes.next();
    if (next.done === true) break;
    chunks.push(next.value);
    size += next.value.length;
  }
  const whole = async function* () {
    yield* chunks;
    yield* bytes;
  };
  return {head: Buffer.concat(chunks), whole: whole()};
};

/** Decodes `%22`, `%0D`, `%0A` in a file name, the only characters that browsers encode there (HTML standard). */
export const decodeFileName = ({filename}: {filename: string | undefined}): string | undefined =>
  filename?.replace(/%(22|0D|0A)/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const tooMuchText = (): Refusal => new Refusal('TAMANHO', 'Os textos do envio são grandes demais, ou há campos demais.');

const asObject = (value: unknown): RecordValues => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedMultipart();
  return value as RecordValues;
};

/** Parses the JSON of a part. @throws Refusal VALIDACAO for invalid JSON */
export const parsePartJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof Refusal ? error : malformedMultipart();
  }
};

export const parsePartObject = (text: string): RecordValues => asObject(parsePartJson(text));

/** Strings of repeated parts, one JSON array, or one list with commas. */
export const parseStringList = (values: readonly string[]): string[] => {
  const [first, ...rest] = values;
  if (first === undefined || rest.length > 0) return [...values];
  if (!first.trim().startsWith('[')) return first.split(',').map(text => text.trim()).filter(text => text !== '');
  const list = parsePartJson(first);
  if (!Array.isArray(list) || !list.every(item => typeof item === 'string')) throw malformedMultipart();
  return list;
};

interface TextReader {
  field(part: MultipartValue): string;
  /** A text part that arrives as a file: JSON has a type, and browsers send a Blob under the name 'blob'. */
  file(part: MultipartFile): Promise<string>;
}

/**
 * Creates a reader for text parts that share a budget of bytes.
 *
 * @throws (at each call) Refusal TAMANHO above the budget, VALIDACAO for a broken or too deep part
 */
export const createTextReader = (maxBytes: number, tooLarge: () => Refusal): TextReader => {
  let remaining = maxBytes;
  const spend = (bytes: number): void => {
    remaining -= bytes;
    if (remaining < 0) throw tooMuchText();
  };
  return {
    field: part => {
      if (part.fieldnameTruncated) throw malformedMultipart();
      if (part.valueTruncated) throw tooMuchText();
      const value = String(part.value);
      spend(Buffer.byteLength(value));
      // The parser reads UTF-8, or the Latin-1 that a part declares, and replaces every invalid byte by this character.
      if (value.includes(REPLACEMENT_CHARACTER)) throw undecodableRefusal();
      return asWindows1252(value.replace(/^\u{FEFF}/u, ''));
    },
    file: async part => {
      const chunks: Buffer[] = [];
      for await (const chunk of partBytes(part, tooLarge)) {
        spend(chunk.length);
        chunks.push(chunk);
      }
      return decodeText(Buffer.concat(chunks));
    },
  };
};
