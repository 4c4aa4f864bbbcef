/**
 * The parts of a multipart body: its text (`data`, `tipos` and plain fields), all of it together within one budget, and one file, as it
 * streams by.
 */
import type {MultipartFile, MultipartValue} from '@fastify/multipart';
import {LOST_LETTER} from '../../schema/fields/text.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {invalid, Refusal} from '../errors.ts';
import {HEAD} from '../files/programs.ts';
import {asWindows1252, decodeText, undecodable} from '../http/charset.ts';
import {parseJson} from '../http/json.ts';

export const malformed = (): Refusal => invalid([], 'O envio está malformado.');

/** The bytes of a part; a broken body and a file above the limit are refusals wherever they are read. */
export async function* bytesOf(part: MultipartFile, tooLarge: () => Refusal): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of part.file) yield chunk as Buffer;
  } catch {
    throw malformed();
  }
  if (part.file.truncated) throw tooLarge();
}

/** The first bytes of a file, and the whole file as if nothing had been read. */
export const peek = async (bytes: AsyncGenerator<Buffer>): Promise<{head: Buffer; whole: AsyncGenerator<Buffer>}> => {
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
  return {head: Buffer.concat(chunks), whole: whole()};
};

/** Browsers write a quote or a line break in a file's name as `%22`, `%0D`, `%0A`, and nothing else so (HTML standard). */
export const fileNameOf = ({filename}: {filename: string | undefined}): string | undefined =>
  filename?.replace(/%(22|0D|0A)/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

export const tooMuchText = (): Refusal => new Refusal('TAMANHO', 'Os textos do envio são grandes demais, ou há campos demais.');

const asObject = (value: unknown): Values => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed();
  return value as Values;
};

/** JSON of a part. @throws Refusal for a text that is none */
export const parsed = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof Refusal ? error : malformed();
  }
};

/** A body that is an object. */
export const objectOf = (text: string): Values => asObject(parsed(text));

/** Repeated parts, one JSON array, or one comma list. */
export const listOf = (values: readonly string[]): string[] => {
  const [only, ...others] = values;
  if (only === undefined || others.length > 0) return [...values];
  if (!only.trim().startsWith('[')) return only.split(',').map(one => one.trim()).filter(one => one !== '');
  const list = parsed(only);
  if (!Array.isArray(list) || !list.every(one => typeof one === 'string')) throw malformed();
  return list;
};

interface TextReader {
  field(part: MultipartValue): string;
  /** A text that arrived as a file: JSON does, by its type; browsers send a Blob of it under the name 'blob'. */
  file(part: MultipartFile): Promise<string>;
}

/**
 * Reads texts until `most` bytes are spent, whatever they are for.
 *
 * @throws (at each call) Refusal TAMANHO above the budget, VALIDACAO for a broken or too deep part
 */
export const textReader = (most: number, tooLarge: () => Refusal): TextReader => {
  let left = most;
  const spend = (bytes: number): void => {
    left -= bytes;
    if (left < 0) throw tooMuchText();
  };
  return {
    field: part => {
      if (part.fieldnameTruncated) throw malformed();
      if (part.valueTruncated) throw tooMuchText();
      const value = String(part.value);
      spend(Buffer.byteLength(value));
      // The parser reads UTF-8, or the Latin-1 that a part names, and puts this in place of every other byte.
      if (value.includes(LOST_LETTER)) throw undecodable();
      return asWindows1252(value.replace(/^\u{FEFF}/u, ''));
    },
    file: async part => {
      const chunks: Buffer[] = [];
      for await (const chunk of bytesOf(part, tooLarge)) {
        spend(chunk.length);
        chunks.push(chunk);
      }
      return decodeText(Buffer.concat(chunks));
    },
  };
};
