/** Which files can be shown in place, and where their bytes are from. */
import type {download, RequestOptions} from '../../../wire/http.ts';

/** A file of a record's, and how its bytes come: all of them, or those that the headers ask for. */
export interface Source {
  id: number;
  nomeArquivo: string;
  /** In bytes, where that is known. */
  tamanho?: number | undefined;
  fetch: (how?: Pick<RequestOptions, 'signal' | 'headers'>) => ReturnType<typeof download>;
}

/** Files that are shown in place (rules: Files 12): what can hold no program, and PDFs, drawn by a reader of our own. SVG is a document. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif',
};
const PDF = 'pdf';

const extensionOf = (name: string): string => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The media type of a picture, by its name: undefined for anything else. The browser never learns another one. */
export const imageTypeOf = (name: string): string | undefined => TYPES[extensionOf(name)];

export const isPdf = (name: string): boolean => extensionOf(name) === PDF;

export const isViewable = (name: string): boolean => isPdf(name) || imageTypeOf(name) !== undefined;

/** Reads a file from one byte to before another; `size`: of the whole file. The rest may come along where it does not come in parts. */
export type ReadBytes = (from: number, to: number) => Promise<{bytes: Uint8Array<ArrayBuffer>; size: number}>;

/** Reads a file part by part; all of it comes from a server that sends no parts. */
export const partsOf = ({fetch}: Source, signal: AbortSignal): ReadBytes => async (from, to) => {
  const came = await fetch({signal, headers: {range: `bytes=${from}-${to - 1}`}});
  // Of a part that does not say of how much it is one nothing can be made.
  const {blob, size = blob.size} = came.size === undefined ? await fetch({signal}) : came;
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return {bytes: blob.size === size && from > 0 ? bytes.subarray(from, to) : bytes, size};
};

/** A document that came and cannot be shown. Its message is for who wanted to read it. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** The way on for whoever wants what cannot be shown in place. */
export const DOWNLOAD_IT = 'Baixe o arquivo para abri-lo no seu computador.';
