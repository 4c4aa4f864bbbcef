/**
 * Stored files as one ZIP, written while they are read (rules: Files 11). As they are: photos and PDFs are compressed already, and
 * what is asked for is one file instead of many.
 */
import {Zip, ZipPassThrough} from 'fflate';
import {verified} from '../../files/checksum.ts';
import type {FileStore} from '../../files/store.ts';
import {localTime} from '../../readable/localTime.ts';

export interface Zipped {
  key: string;
  nome: string;
  /** Bytes. */
  size: number;
  sha256: string;
  dataCriacao: Date;
}

/** What a ZIP without extensions can tell of itself: four bytes for a place in it, some of them for names. */
const MOST_BYTES = 0xFFFF_FFFF - 0xFF_FFFF;

/** Whether they fit into one. */
export const fitsZip = (files: readonly Pick<Zipped, 'size'>[]): boolean => files.reduce((sum, {size}) => sum + size, 0) <= MOST_BYTES;

/** Names that Windows keeps for devices, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/iu;

/** A name that every system can unpack. */
const safe = (name: string): string => name.replace(/[<>:"|?*\\/]/gu, '_').replace(DEVICE, device => `_${device}`);

const numbered = (name: string, number: number): string => {
  const extension = /\.[^.]+$/u.exec(name)?.[0] ?? '';
  return `${name.slice(0, name.length - extension.length)} (${number})${extension}`;
};

/** Names by which files are told apart inside the archive, also where case is not: 'nota.pdf', 'Nota (2).pdf'. */
export const entryNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map(raw => {
    const name = safe(raw);
    let entry = name;
    for (let number = 2; taken.has(entry.toLowerCase()); number++) entry = numbered(name, number);
    taken.add(entry.toLowerCase());
    return entry;
  });
};

/**
 * The archive in portions: a file is opened when its turn comes, and read on when the last portion was taken.
 *
 * @throws StoreFailure for a file that is not there or cannot be read, before the first portion; later, for one that is not what
 *   its row says
 */
export async function* zipOf(store: FileStore, files: readonly Zipped[]): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  for (const {key} of files) (await store.get(key, {start: 0, end: 0})).destroy();
  const entries = entryNames(files.map(({nome}) => nome));
  for (const [at, {key, size, sha256, dataCriacao}] of files.entries()) {
    const bytes = verified(key, await store.get(key), {size, sha256});
    const part = new ZipPassThrough(entries[at] ?? '');
    // A ZIP tells times without a zone, and the library those of this machine's.
    part.mtime = localTime(dataCriacao);
    zip.add(part);
    for await (const chunk of bytes) {
      part.push(chunk);
      yield* ready.splice(0);
    }
    part.push(new Uint8Array(), true);
  }
  zip.end();
  yield* ready.splice(0);
}
