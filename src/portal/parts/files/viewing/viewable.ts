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

/** A document that came and cannot be shown. Its message is for who wanted to read it. */
export class Unreadable extends Error {
  override name = 'Unreadable';
}

/** The way on for whoever wants what cannot be shown in place. */
export const DOWNLOAD_IT = 'Baixe o arquivo para abri-lo no seu computador.';
