/** Chosen files in IndexedDB, until they are sent or discarded (rules: Forms 8). */
import {asAttachedFile} from '../../../schema/fields/fileKind.ts';
import {awaitRequest, chosenFileKeyPrefix, inTransaction} from '../../session/chosenFiles.ts';

type StoredFile<About> = About & {id: string; file: File};
/** Stored under the key of a place: its files without their bytes. */
interface FileIndex<About = object> {
  /** Milliseconds since 1970. */
  at: number;
  files: readonly (About & {id: string})[];
}
/** Identifies stored files: the person, and the form by its draft's name. */
export interface StoredFilesPlace {
  user: number;
  form: string;
}

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 7 * DAY_MS;

/** A tab separates a place's key from a file's id, because names contain no tab. */
const keyOf = ({user, form}: StoredFilesPlace): string => `${chosenFileKeyPrefix(user)}${form}`;
const fileKey = (key: string, id: string): string => `${key}\t${id}`;

const readIndex = async <About>(store: IDBObjectStore, key: string): Promise<readonly (About & {id: string})[]> =>
  (await awaitRequest(store.get(key) as IDBRequest<FileIndex<About> | undefined>))?.files ?? [];

const remove = async (store: IDBObjectStore, key: string): Promise<void> => {
  for (const {id} of await readIndex(store, key)) store.delete(fileKey(key, id));
  store.delete(key);
};

const removeOld = (now: number): Promise<void> => inTransaction('readwrite', async store => {
  for (const key of await awaitRequest(store.getAllKeys() as IDBRequest<string[]>)) {
    const index = await awaitRequest(store.get(key) as IDBRequest<Partial<FileIndex>>);
    if (index.at !== undefined && index.at < now - MAX_AGE_MS) await remove(store, key);
  }
});

/** Reads the files of a place; unreadable ones are left out. */
export const readStoredFiles = async <About>(place: StoredFilesPlace, now = Date.now()): Promise<readonly StoredFile<About>[]> => {
  await removeOld(now);
  const key = keyOf(place);
  return inTransaction('readonly', async store => {
    const files = await readIndex<About>(store, key);
    const bytes = await Promise.all(files.map(({id}) => awaitRequest(store.get(fileKey(key, id)) as IDBRequest<File | undefined>)));
    return files.flatMap((entry, position) => (bytes[position] === undefined ? [] : [{...entry, file: bytes[position]}]));
  });
};

/**
 * Replaces the files of a place; bytes that are stored already are not written again.
 *
 * @throws DOMException where there is no store (a private window, say), or no space
 */
export const writeStoredFiles = <About>(place: StoredFilesPlace, files: readonly StoredFile<About>[], now = Date.now()): Promise<void> =>
  inTransaction('readwrite', async store => {
    const key = keyOf(place);
    const obsoleteIds = new Set((await readIndex(store, key)).map(({id}) => id));
    for (const {id, file} of files) if (!obsoleteIds.delete(id)) store.put(file, fileKey(key, id));
    for (const id of obsoleteIds) store.delete(fileKey(key, id));
    store.put({at: now, files: files.map(({file: _bytes, ...entry}) => entry)} satisfies FileIndex, key);
  });

export const removeStoredFiles = (place: StoredFilesPlace): Promise<void> =>
  inTransaction('readwrite', store => remove(store, keyOf(place)));

/** The place of a field's file, by its submission key. */
export const fieldFilePlace = (user: number, key: string): StoredFilesPlace => ({user, form: `campo.${key}`});

/** Removes unsent files of abandoned form values. */
export const removeUnsentFiles = (user: number, values: Readonly<Record<string, unknown>> = {}): void => {
  for (const value of Object.values(values)) {
    const {envio} = asAttachedFile(value) ?? {};
    if (envio !== undefined) void removeStoredFiles(fieldFilePlace(user, envio)).catch(() => undefined);
  }
};
