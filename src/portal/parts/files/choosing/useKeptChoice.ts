/** A choice of files outlives its page, as the form's draft does (rules: Forms 8). */
import {useEffect, useEffectEvent, useMemo, useRef, useState} from 'react';
import {dropFiles, readFiles, writeFiles, type KeptPlace} from '../../../kinds/files/kept.ts';
import {draftName} from '../../../form/drafts/store.ts';
import {useDraftPlace} from '../../../form/drafts/useDraftPlace.ts';
import {newKey} from '../../../wire/submissionKey.ts';

/** What is known of a chosen file besides its bytes. */
interface About {
  tipo: string;
  /** Whether it had been added to the list with its type. */
  added: boolean;
}
export type Chosen = About & {file: File};

export interface Keeping {
  /** What the browser has of it is not known yet. */
  reading: boolean;
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
  const [copy, setCopy] = useState<Copy>({form: undefined});
  const [restored, setRestored] = useState<ReadonlySet<File>>(() => new Set());
  const ids = useRef(new WeakMap<File, string>());
  /** One after the other: the last one is the one that stays. */
  const turns = useRef<Promise<unknown>>(Promise.resolve());
  const empty = useRef(true);
  const draft = useDraftPlace(form);
  const place = useMemo(() => draft && {user: draft.user, form: draftName(draft)}, [draft]);
  const isRead = place !== undefined && copy.form === place.form;

  const took = useEffectEvent((files: readonly (Chosen & {id: string})[], of: KeptPlace) => {
    // A form that could not be saved for a while has them still.
    const there = new Set(chosen.map(({file}) => ids.current.get(file)));
    const back = files.filter(({id}) => !there.has(id));
    for (const {file, id} of back) ids.current.set(file, id);
    empty.current = files.length === 0;
    setRestored(new Set(back.map(({file}) => file)));
    if (back.length > 0) restore(back.map(({id: _id, ...one}) => one));
    setCopy({form: of.form});
  });
  useEffect(() => {
    if (place === undefined) return undefined;
    let left = false;
    // What cannot be read is not there.
    void readFiles<About>(place).catch(() => []).then(files => left || took(files, place));
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
    restored, reading: form !== undefined && !isRead, kept: copy.chosen === chosen, lost: copy.refused === true && chosen.length > 0,
    drop: () => {
      if (place === undefined) return;
      turns.current = turns.current.then(() => dropFiles(place)).catch(() => undefined);
    },
  };
};
