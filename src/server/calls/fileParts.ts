/** One file of a multipart body, as it streams by. */
import {Readable} from 'node:stream';
import type {MultipartFile} from '@fastify/multipart';
import {invalid, type Refusal} from '../errors.ts';
import {HEAD} from '../files/rules.ts';

export const malformed = (message = 'O envio está malformado.'): Refusal => invalid([], message);

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
export const peek = async (bytes: AsyncGenerator<Buffer>): Promise<{head: Buffer; whole: Readable}> => {
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

/** Browsers write a quote or a line break in a file's name as `%22`, `%0D`, `%0A`, and nothing else so (HTML standard). */
export const fileNameOf = ({filename}: {filename: string | undefined}): string | undefined =>
  filename?.replace(/%(22|0D|0A)/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
