/** Decodes incoming text by its declared charset, else as strict UTF-8, so that no character is lost silently. */
import {invalid, type Refusal} from '../errors.ts';

const UTF8 = 'utf-8';
/** A byte order mark overrides the declared charset (WHATWG Encoding). */
const BYTE_ORDER_MARKS: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  [UTF8, [0xEF, 0xBB, 0xBF]], ['utf-16le', [0xFF, 0xFE]], ['utf-16be', [0xFE, 0xFF]],
];

const windows1252 = new TextDecoder('windows-1252');
/** Repairs a text decoded as ISO-8859-1: it is windows-1252 on the web, with `€`, `–` and `“` in place of control characters. */
export const asWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009F]/g, sign => windows1252.decode(Uint8Array.of(sign.charCodeAt(0))));

/** @param charset declared by the sender, and not adhered to */
export const undecodableRefusal = (charset?: string): Refusal => invalid([], charset === undefined
  ? 'O conteúdo não está em UTF-8. Envie-o em UTF-8, ou diga em qual charset está (Content-Type).'
  : `O conteúdo não está em ${charset}, o charset que o Content-Type diz. Envie-o em UTF-8.`);

export const parseCharset = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];

const createDecoder = (charset: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charset, {fatal: true});
  } catch {
    throw invalid([], 'O charset que o Content-Type diz não é conhecido. Envie o conteúdo em UTF-8.');
  }
};

/**
 * Decodes a text and removes its byte order mark.
 *
 * @throws Refusal VALIDACAO for bytes invalid in their charset, and for an unknown charset
 */
export const decodeText = (bytes: Uint8Array, charset?: string): string => {
  const [markedCharset] = BYTE_ORDER_MARKS.find(([, markBytes]) => markBytes.every((byte, index) => bytes[index] === byte)) ?? [];
  const decoder = createDecoder(markedCharset ?? charset ?? UTF8);
  try {
    return decoder.decode(bytes);
  } catch {
    throw undecodableRefusal(markedCharset ?? charset);
  }
};
