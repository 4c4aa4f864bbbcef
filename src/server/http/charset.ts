/** Bytes that come in as text: read in the charset they name, else as strict UTF-8, so that no letter is lost without a word. */
import {invalid, type Refusal} from '../errors.ts';

const UTF8 = 'utf-8';
/** A mark at the beginning wins over what is named (WHATWG Encoding). */
const BYTE_ORDER_MARKS: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  [UTF8, [0xEF, 0xBB, 0xBF]], ['utf-16le', [0xFF, 0xFE]], ['utf-16be', [0xFE, 0xFF]],
];

const windows1252 = new TextDecoder('windows-1252');
/**
 * A text that was read as ISO-8859-1, as the web reads that charset: of windows-1252, which has `€`, `–` and `“` where the other has
 * control characters.
 */
export const asWindows1252 = (text: string): string =>
  text.replace(/[\u0080-\u009F]/g, sign => windows1252.decode(Uint8Array.of(sign.charCodeAt(0))));

/** @param charset where the sender named one, which then was not kept to */
export const undecodable = (charset?: string): Refusal => invalid([], charset === undefined
  ? 'O conteúdo não está em UTF-8. Envie-o em UTF-8, ou diga em qual charset está (Content-Type).'
  : `O conteúdo não está em ${charset}, o charset que o Content-Type diz. Envie-o em UTF-8.`);

/** What a `Content-Type` names. */
export const charsetOf = (contentType: string | undefined): string | undefined =>
  /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];

const decoderOf = (charset: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charset, {fatal: true});
  } catch {
    throw invalid([], 'O charset que o Content-Type diz não é conhecido. Envie o conteúdo em UTF-8.');
  }
};

/**
 * A text without its mark.
 *
 * @throws Refusal VALIDACAO for bytes that are not in their charset, and for a charset that nobody knows
 */
export const decodeText = (bytes: Uint8Array, charset?: string): string => {
  const [marked] = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  const decoder = decoderOf(marked ?? charset ?? UTF8);
  try {
    return decoder.decode(bytes);
  } catch {
    throw undecodable(marked ?? charset);
  }
};
