/** A choice of files outlives its page, as the form's draft does (rules: Forms 8). */
import {useEffect, useEffectEvent, useMemo, useRef, useState} from 'react';
import type {DraftPlace} from '../../../form/drafts/store.ts';
import {answerOf, keysOf, within} from '../../../session/chosenFiles.ts';
import {useSession} from '../../../session/context.ts';
import {newKey} from '../../../wire/submissionKey.ts';

/** A file as it is kept, under a name of its own. */
interface KeptFile {
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

const dropFiles = (place: DraftPlace): Promise<void> => within('readwrite', store => remove(store, keyOf(place)));

export type Chosen = Omit<KeptFile, 'id'>;

export interface Keeping {
  /** Files that came back from the browser. */
  restored: ReadonlySet<File>;
  /** All that is chosen is in the browser: a reload brings it back. */
  kept: boolean;
  /** The browser would not take it. */
  lost: boolean;
  /** Nothing is kept any more, also where the screen goes at once. */
  drop: () => void;
}

/** What is known of the browser's copy: whose it is, and the last choice that is in it. */
interface Copy {
  form: string | undefined;
  chosen?: readonly Chosen[];
  refused?: boolean;
}

/**
 * @param form the name of the form's draft; undefined: nothing is kept, and what is there stays as it is
 * @param chosen the choice as it is now; the same array while it is the same
 * @param restore takes what came back, once, into the choice
 */
export const useKeptChoice = (
  form: string | undefined, chosen: readonly Chosen[], restore: (files: readonly Chosen[]) => void,
): Keeping => {
  const {id: user} = useSession();
  const [copy, setCopy] = useState<Copy>({form: undefined});
  const [restored, setRestored] = useState<ReadonlySet<File>>(() => new Set());
  const ids = useRef(new WeakMap<File, string>());
  /** One after the other: the last one is the one that stays. */
  const turns = useRef<Promise<unknown>>(Promise.resolve());
  const empty = useRef(true);
  const place = useMemo(() => (form === undefined ? undefined : {user, form}), [user, form]);
  const isRead = form !== undefined && copy.form === form;

  const took = useEffectEvent((files: readonly KeptFile[]) => {
    // A form that could not be saved for a while has them still.
    const there = new Set(chosen.map(({file}) => ids.current.get(file)));
    const back = files.filter(({id}) => !there.has(id));
    for (const {file, id} of back) ids.current.set(file, id);
    empty.current = files.length === 0;
    setRestored(new Set(back.map(({file}) => file)));
    if (back.length > 0) restore(back.map(({id: _id, ...one}) => one));
    setCopy({form});
  });
  useEffect(() => {
    if (place === undefined) return undefined;
    let left = false;
    // What cannot be read is not there.
    void readFiles(place).catch(() => []).then(files => left || took(files));
    return () => {
      left = true;
    };
  }, [place]);

  useEffect(() => {
    if (place === undefined || !isRead || (empty.current && chosen.length === 0)) return;
    empty.current = chosen.length === 0;
    const named = chosen.map(one => {
      const id = ids.current.get(one.file) ?? newKey();
      ids.current.set(one.file, id);
      return {...one, id};
    });
    turns.current = turns.current.then(() => (named.length === 0 ? dropFiles(place) : writeFiles(place, named)))
      .then(() => setCopy({form: place.form, chosen}), () => setCopy({form: place.form, refused: true}));
  }, [place, isRead, chosen]);

  return {
    restored, kept: copy.chosen === chosen, lost: copy.refused === true && chosen.length > 0,
    drop: () => {
      if (place === undefined) return;
      turns.current = turns.current.then(() => dropFiles(place)).catch(() => undefined);
    },
  };
};
