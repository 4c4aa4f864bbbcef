/** Storage layout: `aa/bb/<uuid>`, `tmp` for incoming files, `lixeira/<day>/aa/bb/<uuid>` for trashed ones, and `identidade`. */
import type {FileStorage} from './storage.ts';

/** `aa/bb/<uuid>`: the key in the database, and the path. */
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const TMP_FOLDER = 'tmp';
export const TRASH_FOLDER = 'lixeira';
/** File with the identity that pairs storage and database. */
export const IDENTITY_FILE = 'identidade';

/** Parses a stored path into the key and, for a trashed file, the day; undefined for any other path. */
export const parseStoredPath = (path: string): {key: string; day: string | undefined} | undefined => {
  const [, day, trashedKey] = new RegExp(`^${TRASH_FOLDER}/([^/]+)/(.+)$`).exec(path) ?? [];
  const key = trashedKey ?? path;
  return KEY.test(key) && (day === undefined || DAY.test(day)) ? {key, day} : undefined;
};

/** @throws Error for a text that is not a key, so that no other path is ever opened */
export const requireFileKey = (key: string): string => {
  if (!KEY.test(key)) throw new Error(`not a file key: ${key}`);
  return key;
};

export interface TrashedFile {
  day: string;
  key: string;
}
export const trashPath = ({day, key}: TrashedFile): string => `${TRASH_FOLDER}/${day}/${requireFileKey(key)}`;

export const errorCodeOf = (error: unknown): unknown => (error as {code?: unknown}).code;

export async function* groupInBatches<T>(size: number, items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (batch.push(item) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Lists the keys of files that are not in the trash. Keys are random, so that the first ones are a random sample. */
export async function* listFileKeys(storage: FileStorage): AsyncGenerator<string> {
  for await (const {path} of storage.list()) if (KEY.test(path)) yield path;
}

export async function* listTrash(storage: FileStorage): AsyncGenerator<TrashedFile> {
  for await (const {path} of storage.list(TRASH_FOLDER)) {
    const {key = '', day} = parseStoredPath(path) ?? {};
    if (day !== undefined) yield {day, key};
  }
}
