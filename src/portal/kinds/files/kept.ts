/** Chosen files in the browser's store, as long as they are neither sent nor given up (rules: Forms 8). */
import {asAttachedFile} from '../../../schema/fields/fileKind.ts';
import {answerOf, keysOf, within} from '../../session/chosenFiles.ts';

/** A file as it is kept, under a name of its own, with what is known of it. */
type Kept<About> = About & {id: string; file: File};
/** What stands under the key of all: its files but for their bytes. */
interface Index<About = object> {
  /** Milliseconds since 1970. */
  at: number;
  files: readonly (About & {id: string})[];
}
/** Whose files they are, and of what: a form by the name of its draft, say. */
export interface KeptPlace {
  user: number;
  form: string;
}

const DAY = 24 * 3_600_000;
/** How long a choice that nobody came back to is kept, in milliseconds. */
const KEPT = 7 * DAY;

/** Names have no tab, which so divides a place's key from its files'. */
const keyOf = ({user, form}: KeptPlace): string => `${keysOf(user)}${form}`;
const fileKey = (key: string, id: string): string => `${key}\t${id}`;

const indexOf = async <About>(store: IDBObjectStore, key: string): Promise<readonly (About & {id: string})[]> =>
  (await answerOf(store.get(key) as IDBRequest<Index<About> | undefined>))?.files ?? [];

const remove = async (store: IDBObjectStore, key: string): Promise<void> => {
  for (const {id} of await indexOf(store, key)) store.delete(fileKey(key, id));
  store.delete(key);
};

/** Everybody's that nobody came back to. */
const removeOld = (now: number): Promise<void> => within('readwrite', async store => {
  for (const key of await answerOf(store.getAllKeys() as IDBRequest<string[]>)) {
    const index = await answerOf(store.get(key) as IDBRequest<Partial<Index>>);
    if (index.at !== undefined && index.at < now - KEPT) await remove(store, key);
  }
});

/** The files of a place, as they were chosen; none where there are none, or none that can be read. */
export const readFiles = async <About>(place: KeptPlace, now = Date.now()): Promise<readonly Kept<About>[]> => {
  await removeOld(now);
  const key = keyOf(place);
  return within('readonly', async store => {
    const files = await indexOf<About>(store, key);
    const bytes = await Promise.all(files.map(({id}) => answerOf(store.get(fileKey(key, id)) as IDBRequest<File | undefined>)));
    return files.flatMap((one, at) => (bytes[at] === undefined ? [] : [{...one, file: bytes[at]}]));
  });
};

/**
 * Keeps exactly these files of a place. Bytes that are there already are not written again.
 *
 * @throws DOMException where there is no store (a private window, say), or no room
 */
export const writeFiles = <About>(place: KeptPlace, files: readonly Kept<About>[], now = Date.now()): Promise<void> =>
  within('readwrite', async store => {
    const key = keyOf(place);
    const before = new Set((await indexOf(store, key)).map(({id}) => id));
    for (const {id, file} of files) if (!before.delete(id)) store.put(file, fileKey(key, id));
    for (const id of before) store.delete(fileKey(key, id));
    store.put({at: now, files: files.map(({file: _bytes, ...one}) => one)} satisfies Index, key);
  });

export const dropFiles = (place: KeptPlace): Promise<void> => within('readwrite', store => remove(store, keyOf(place)));

/** Where the file of a field is kept, by the key under which it is sent. */
export const unsentPlace = (user: number, key: string): KeptPlace => ({user, form: `campo.${key}`});

/** Nobody comes back to these values of a form: files among them that have not arrived go. */
export const forgetUnsent = (user: number, values: Readonly<Record<string, unknown>> = {}): void => {
  for (const value of Object.values(values)) {
    const {envio} = asAttachedFile(value) ?? {};
    if (envio !== undefined) void dropFiles(unsentPlace(user, envio)).catch(() => undefined);
  }
};
