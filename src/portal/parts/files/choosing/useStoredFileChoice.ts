/** Stores the chosen files in the browser with the form's draft, so that they survive a reload (rules: Forms 8). */
import {useEffect, useEffectEvent, useMemo, useRef, useState} from 'react';
import {removeStoredFiles, readStoredFiles, writeStoredFiles, type StoredFilesPlace} from '../../../fields/files/unsentFileStore.ts';
import {draftName} from '../../../form/drafts/draftStore.ts';
import {useDraftPlace} from '../../../form/drafts/useDraftPlace.ts';
import {createIdempotencyKey} from '../../../api/submissionKey.ts';

interface FileMetadata {
  tipo: string;
  added: boolean;
}
export type ChosenFile = FileMetadata & {file: File};

export interface StoredFileChoice {
  reading: boolean;
  restored: ReadonlySet<File>;
  /** All chosen files are stored: a reload restores them. */
  isStored: boolean;
  isStorageRefused: boolean;
  /** Deletes the stored files, also when the screen unmounts at once. */
  deleteStored: () => void;
}

interface StoredCopy {
  form: string | undefined;
  chosen?: readonly ChosenFile[];
  refused?: boolean;
}

/**
 * @param form name of the form's draft; undefined: the storage is neither read nor written
 * @param chosen the current choice; the same array while unchanged
 * @param restore adds the restored files to the choice; called once
 */
export const useStoredFileChoice = (
  form: string | undefined, chosen: readonly ChosenFile[], restore: (files: readonly ChosenFile[]) => void,
): StoredFileChoice => {
  const [copy, setCopy] = useState<StoredCopy>({form: undefined});
  const [restored, setRestored] = useState<ReadonlySet<File>>(() => new Set());
  const ids = useRef(new WeakMap<File, string>());
  /** Serialises the writes, so that the last choice wins. */
  const writeQueue = useRef<Promise<unknown>>(Promise.resolve());
  const isStorageEmpty = useRef(true);
  const draft = useDraftPlace(form);
  const place = useMemo(() => draft && {user: draft.user, form: draftName(draft)}, [draft]);
  const isRead = place !== undefined && copy.form === place.form;

  const onRead = useEffectEvent((files: readonly (ChosenFile & {id: string})[], readPlace: StoredFilesPlace) => {
    // A form without permission to save for a while still has its files.
    const presentIds = new Set(chosen.map(({file}) => ids.current.get(file)));
    const missingFiles = files.filter(({id}) => !presentIds.has(id));
    for (const {file, id} of missingFiles) ids.current.set(file, id);
    isStorageEmpty.current = files.length === 0;
    setRestored(new Set(missingFiles.map(({file}) => file)));
    if (missingFiles.length > 0) restore(missingFiles.map(({id: _id, ...chosenFile}) => chosenFile));
    setCopy({form: readPlace.form});
  });
  useEffect(() => {
    if (place === undefined) return undefined;
    let isCancelled = false;
    void readStoredFiles<FileMetadata>(place).catch(() => []).then(files => isCancelled || onRead(files, place));
    return () => {
      isCancelled = true;
    };
  }, [place]);

  useEffect(() => {
    if (place === undefined || !isRead || (isStorageEmpty.current && chosen.length === 0)) return;
    isStorageEmpty.current = chosen.length === 0;
    const filesWithIds = chosen.map(chosenFile => {
      const id = ids.current.get(chosenFile.file) ?? createIdempotencyKey();
      ids.current.set(chosenFile.file, id);
      return {...chosenFile, id};
    });
    writeQueue.current = writeQueue.current.then(
      () => (filesWithIds.length === 0 ? removeStoredFiles(place) : writeStoredFiles(place, filesWithIds)),
    )
      .then(() => setCopy({form: place.form, chosen}), () => setCopy({form: place.form, refused: true}));
  }, [place, isRead, chosen]);

  return {
    restored, reading: form !== undefined && !isRead, isStored: copy.chosen === chosen,
    isStorageRefused: copy.refused === true && chosen.length > 0,
    deleteStored: () => {
      if (place === undefined) return;
      writeQueue.current = writeQueue.current.then(() => removeStoredFiles(place)).catch(() => undefined);
    },
  };
};
