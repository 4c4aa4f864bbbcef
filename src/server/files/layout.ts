/** The folder of files: `aa/bb/<uuid>`, `tmp` while one arrives, `lixeira/<day>/aa/bb/<uuid>` before one goes, and `identidade`. */
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';

/** `aa/bb/<uuid>`: what the database keeps of a file. */
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const TMP = 'tmp';
export const BIN = 'lixeira';
/** What database and files are known as a pair by. */
export const MARK = 'identidade';

export const tmpOf = (folder: string): string => join(folder, TMP);
export const binOf = (folder: string): string => join(folder, BIN);
export const markOf = (folder: string): string => join(folder, MARK);

/** Where a path below the folder says that a file is: its key, and the day of the bin where it lies in one; undefined: no file's place. */
export const placeIn = (path: string): {key: string; day: string | undefined} | undefined => {
  const [, day, inBin] = new RegExp(`^${BIN}/([^/]+)/(.+)$`).exec(path) ?? [];
  const key = inBin ?? path;
  return KEY.test(key) && (day === undefined || DAY.test(day)) ? {key, day} : undefined;
};

/** @throws Error for what is no key: nothing else is ever opened */
export const pathOf = (folder: string, key: string): string => {
  if (!KEY.test(key)) throw new Error(`not a file key: ${key}`);
  return join(folder, key);
};

/** A file in the bin, with the day (yyyy-mm-dd, UTC) it was put there. */
export interface Binned {
  day: string;
  key: string;
}
export const binnedPath = (folder: string, {day, key}: Binned): string => pathOf(join(binOf(folder), day), key);

export const codeOf = (error: unknown): unknown => (error as {code?: unknown}).code;

/** What is in a folder; nothing where it is gone. Any other failure is one: an unreadable folder is not an empty one. */
const entriesOf = async (folder: string) => {
  try {
    return await readdir(folder, {withFileTypes: true});
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Names of the files right in a folder. */
export const filesIn = async (folder: string): Promise<string[]> =>
  (await entriesOf(folder)).filter(entry => entry.isFile()).map(entry => entry.name);

/** Names of the folders right in a folder. */
const foldersIn = async (folder: string): Promise<string[]> =>
  (await entriesOf(folder)).filter(entry => entry.isDirectory()).map(entry => entry.name);

/** All of what comes one by one. */
export const collected = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** The keys of the files below a folder. Keys are random, so that the first of them are any of them. */
export async function* keysIn(folder: string): AsyncGenerator<string> {
  for (const first of await foldersIn(folder)) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    for (const second of await foldersIn(join(folder, first))) {
      for (const name of await filesIn(join(folder, first, second))) {
        const key = `${first}/${second}/${name}`;
        if (KEY.test(key)) yield key;
      }
    }
  }
}

/** The days of the bin, newest first. */
export const binDays = async (folder: string): Promise<string[]> =>
  (await foldersIn(binOf(folder))).filter(name => DAY.test(name)).toSorted((a, b) => b.localeCompare(a));

/** Everything in the bin. */
export async function* binned(folder: string): AsyncGenerator<Binned> {
  for (const day of await binDays(folder)) for await (const key of keysIn(join(binOf(folder), day))) yield {day, key};
}
