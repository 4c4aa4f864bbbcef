/** Paths of files: `aa/bb/<uuid>`, `tmp` while one arrives, `lixeira/<day>/aa/bb/<uuid>` before one goes, and `identidade`. */
import type {Shelf} from './shelf.ts';

/** `aa/bb/<uuid>`: what the database keeps of a file, and its path. */
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const TMP = 'tmp';
export const BIN = 'lixeira';
/** What database and files are known as a pair by. */
export const MARK = 'identidade';

/** Where a path says that a file is: its key, and the day of the bin where it lies in one; undefined: no file's place. */
export const placeIn = (path: string): {key: string; day: string | undefined} | undefined => {
  const [, day, inBin] = new RegExp(`^${BIN}/([^/]+)/(.+)$`).exec(path) ?? [];
  const key = inBin ?? path;
  return KEY.test(key) && (day === undefined || DAY.test(day)) ? {key, day} : undefined;
};

/** @throws Error for what is no key: nothing else is ever opened */
export const demandKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error(`not a file key: ${key}`);
  return key;
};

/** A file in the bin, with the day (yyyy-mm-dd, UTC) it was put there. */
export interface Binned {
  day: string;
  key: string;
}
export const binnedPath = ({day, key}: Binned): string => `${BIN}/${day}/${demandKey(key)}`;

export const codeOf = (error: unknown): unknown => (error as {code?: unknown}).code;

/** What comes one by one, so many at a time: of millions of files no list fits into memory. */
export async function* inBatches<T>(size: number, items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The keys of the files where they belong. Keys are random, so that the first of them are any of them. */
export async function* keysIn(shelf: Shelf): AsyncGenerator<string> {
  for await (const {path} of shelf.list()) if (KEY.test(path)) yield path;
}

/** Everything in the bin. */
export async function* binned(shelf: Shelf): AsyncGenerator<Binned> {
  for await (const {path} of shelf.list(BIN)) {
    const {key = '', day} = placeIn(path) ?? {};
    if (day !== undefined) yield {day, key};
  }
}
