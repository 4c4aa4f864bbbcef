/** Streams stored files as one ZIP (rules: Files 11), uncompressed because photos and PDFs are compressed already. */
import {Zip, ZipPassThrough} from 'fflate';
import {verifyChecksum} from '../../files/checksum.ts';
import type {AttachmentStore} from '../../files/attachmentStore.ts';
import {formatLocalTime} from '../../formatting/localTime.ts';

export interface ZipFile {
  key: string;
  nome: string;
  size: number;
  sha256: string;
  dataCriacao: Date;
}

/** Limit of a ZIP without ZIP64: four-byte offsets, minus room for headers and names. */
const MAX_ZIP_BYTES = 0xFFFF_FFFF - 0xFF_FFFF;

export const fitsZip = (files: readonly Pick<ZipFile, 'size'>[]): boolean => files.reduce((sum, {size}) => sum + size, 0) <= MAX_ZIP_BYTES;

/** Device names that Windows reserves, with any extension. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;

const safeName = (name: string): string => name.replace(/[<>:"|?*\\/]/gu, '_').replace(RESERVED_NAME, device => `_${device}`);

const numbered = (name: string, number: number): string => {
  const extension = /\.[^.]+$/u.exec(name)?.[0] ?? '';
  return `${name.slice(0, name.length - extension.length)} (${number})${extension}`;
};

/** Unique entry names, also on case-insensitive systems: 'nota.pdf', 'Nota (2).pdf'. */
export const entryNames = (names: readonly string[]): string[] => {
  const usedNames = new Set<string>();
  return names.map(rawName => {
    const name = safeName(rawName);
    let entry = name;
    for (let number = 2; usedNames.has(entry.toLowerCase()); number++) entry = numbered(name, number);
    usedNames.add(entry.toLowerCase());
    return entry;
  });
};

/**
 * Streams the archive; a file is opened in its turn, and read as fast as the receiver takes it.
 *
 * @throws StoreFailure before the first chunk for a missing or unreadable file; later for one that differs from its row
 */
export async function* zipOf(store: AttachmentStore, files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    chunks.push(bytes);
  });
  for (const {key} of files) (await store.get(key, {start: 0, end: 0})).destroy();
  const entries = entryNames(files.map(({nome}) => nome));
  for (const [index, {key, size, sha256, dataCriacao}] of files.entries()) {
    const bytes = verifyChecksum(key, await store.get(key), {size, sha256});
    const entry = new ZipPassThrough(entries[index] ?? '');
    // ZIP times have no zone, and the library would use the machine's.
    entry.mtime = formatLocalTime(dataCriacao);
    zip.add(entry);
    for await (const chunk of bytes) {
      entry.push(chunk);
      yield* chunks.splice(0);
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  yield* chunks.splice(0);
}
