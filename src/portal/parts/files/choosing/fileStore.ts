/**
 * Files that were chosen and not sent, kept in the browser beside their form's draft (rules: Forms 8): their bytes, the type each
 * was given, and their order.
 */
import type {DraftPlace} from '../../../form/drafts/store.ts';
import {answerOf, keysOf, within} from '../../../session/chosenFiles.ts';

/** A file as it is kept, under a name of its own. */
export interface KeptFile {
  id: string;
  file: File;
  tipo: string;
  /** Whether it had been added to the list with its type. */
  added: boolean;
}
/** What stands under a form's own key: its files but for their bytes. */
interface Index {
  /** Milliseconds since 1970. */
  at: number;
  files: readonly Omit<KeptFile, 'file'>[];
}

const DAY = 24 * 3_600_000;
/** How long a choice that nobody came back to is kept, in milliseconds. */
const KEPT = 7 * DAY;

/** Names have no tab, which so divides a form's key from its files'. */
const keyOf = ({user, form}: DraftPlace): string => `${keysOf(user)}${form}`;
const fileKey = (key: string, id: string): string => `${key}\t${id}`;

const remove = async (store: IDBObjectStore, key: string): Promise<void> => {
  const {files} = (await answerOf(store.get(key) as IDBRequest<Index | undefined>)) ?? {files: []};
  for (const {id} of files) store.delete(fileKey(key, id));
  store.delete(key);
};

/** Everybody's, of forms that nobody came back to. */
const removeOld = (now: number): Promise<void> => within('readwrite', async store => {
  for (const key of await answerOf(store.getAllKeys() as IDBRequest<string[]>)) {
    const index = await answerOf(store.get(key) as IDBRequest<Partial<Index>>);
    if (index.at !== undefined && index.at < now - KEPT) await remove(store, key);
  }
});

/** The files of a form, as they were chosen; none where there are none, or none that can be read. */
export const readFiles = async (place: DraftPlace, now = Date.now()): Promise<readonly KeptFile[]> => {
  await removeOld(now);
  const key = keyOf(place);
  return within('readonly', async store => {
    const {files} = (await answerOf(store.get(key) as IDBRequest<Index | undefined>)) ?? {files: []};
    const bytes = await Promise.all(files.map(({id}) => answerOf(store.get(fileKey(key, id)) as IDBRequest<File | undefined>)));
    return files.flatMap((one, at) => (bytes[at] === undefined ? [] : [{...one, file: bytes[at]}]));
  });
};

/**
 * Keeps exactly these files of a form. Bytes that are there already are not written again.
 *
 * @throws DOMException where there is no store (a private window, say), or no room
 */
export const writeFiles = (place: DraftPlace, files: readonly KeptFile[], now = Date.now()): Promise<void> =>
  within('readwrite', async store => {
    const key = keyOf(place);
    const before = new Set((await answerOf(store.get(key) as IDBRequest<Index | undefined>))?.files.map(({id}) => id));
    for (const {id, file} of files) if (!before.delete(id)) store.put(file, fileKey(key, id));
    for (const id of before) store.delete(fileKey(key, id));
    store.put({at: now, files: files.map(({file: _bytes, ...one}) => one)} satisfies Index, key);
  });

export const dropFiles = (place: DraftPlace): Promise<void> => within('readwrite', store => remove(store, keyOf(place)));
