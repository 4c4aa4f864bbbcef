/** Files that can be shown in place, and the source of their bytes. */
import type {download, RequestOptions} from '../../../api/http.ts';

/** A file of a record, and a function that fetches all of its bytes or a range. */
export interface FileSource {
  id: number;
  nomeArquivo: string;
  tamanho?: number | undefined;
  fetch: (how?: Pick<RequestOptions, 'signal' | 'headers'>) => ReturnType<typeof download>;
}

/** Types shown in place (rules: Files 12): pictures, which hold no program, and PDFs, drawn by our own reader. SVG is a document. */
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif',
};
const PDF = 'pdf';

const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The media type of a picture, by its name alone; undefined for other files. */
export const imageTypeOf = (name: string): string | undefined => IMAGE_TYPES[extensionOf(name)];

export const isPdf = (name: string): boolean => extensionOf(name) === PDF;

export const isViewable = (name: string): boolean => isPdf(name) || imageTypeOf(name) !== undefined;

/** Reads the bytes from `from` up to, but not including, `to`; `size` is that of the file. A server without ranges sends all bytes. */
export type ReadByteRange = (from: number, to: number) => Promise<{bytes: Uint8Array<ArrayBuffer>; size: number}>;

/** Creates a range reader; a server without ranges sends the whole file. */
export const rangeReader = ({fetch}: FileSource, signal: AbortSignal): ReadByteRange => async (from, to) => {
  const response = await fetch({signal, headers: {range: `bytes=${from}-${to - 1}`}});
  // A part without a total size is useless, so the whole file is read.
  const {blob, size = blob.size} = response.size === undefined ? await fetch({signal}) : response;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return {bytes: blob.size === size && from > 0 ? bytes.subarray(from, to) : bytes, size};
};

/** A document that cannot be shown; the message is for the person. */
export class UnreadableFileError extends Error {
  override name = 'Unreadable';
}

export const DOWNLOAD_HINT = 'Baixe o arquivo para abri-lo no seu computador.';
