/** The state of a file section: drafts, added files with their types, and problems. */
import {useMemo, useState} from 'react';
import type {UploadLimits} from '../../../schema/apiShapes.ts';
import {checkChosenFiles, useFileRules} from '../../fields/files/fileChecks.ts';
import {useUploadLimits} from '../../fields/serverLimits.ts';
import {useFixedListOptions} from '../../fields/options.ts';
import type {TypedFile} from '../../api/payload.ts';
import {useFileCalls} from './fileRequests.ts';
import {findDraftProblem, partitionFiles, guessFileType, type FileDraft, type FileProblem, type RefusedFile} from './fileValidation.ts';
import {useStoredFileChoice, type ChosenFile, type StoredFileChoice} from './choosing/useStoredFileChoice.ts';

export interface FileChoice extends Pick<StoredFileChoice, 'reading' | 'restored' | 'isStored' | 'isStorageRefused'> {
  limits: UploadLimits | undefined;
  drafts: readonly FileDraft[];
  added: readonly TypedFile[];
  chosen: readonly File[];
  problem: FileProblem | undefined;
  refused: readonly RefusedFile[];
  checking: boolean;
  choose(files: readonly File[]): void;
  dismiss: (file: File) => void;
  setType(row: number, tipo: string): void;
  dropDraft(row: number): void;
  /** Moves the drafts to the added files, or shows the problem. @returns all added files; undefined: a problem */
  add(): Promise<readonly TypedFile[] | undefined>;
  remove(index: number): void;
  /** Adds the drafts with a file first, so that a save sends every chosen file. */
  collect(): Promise<readonly TypedFile[] | undefined>;
  removeSent(file: File): void;
  /** Removes all files, also from the browser's storage. */
  clear(): void;
}

const NO_DRAFTS: readonly FileDraft[] = [{tipo: ''}];

/** Adds files to the drafts. The first one takes the type chosen in the empty row; the others get a guessed type. */
const withFiles = (drafts: readonly FileDraft[], files: readonly File[], guessType: (file: File) => string): readonly FileDraft[] => {
  const [tipo = ''] = drafts.filter(draft => draft.file === undefined).map(draft => draft.tipo);
  return [
    ...drafts.filter(({file}) => file !== undefined),
    ...files.map((file, index) => ({file, tipo: (index === 0 ? tipo : '') || guessType(file)})),
  ];
};

interface FileChoiceOptions {
  /** Only one file per type, as on creation (rules: Files 4). */
  unique: boolean;
  /** Name of the form's draft, which stores the choice too; undefined: no file can be chosen. */
  form: string | undefined;
  already?: number;
}

export const useFileChoice = (name: string, {unique, form: draftForm, already: storedCount = 0}: FileChoiceOptions): FileChoice => {
  const rules = useFileRules(name);
  const calls = useFileCalls(name);
  const form = rules.resource.files === undefined ? undefined : draftForm;
  const limits = useUploadLimits(form !== undefined);
  const {types: list = '', photo} = rules.resource.files ?? {};
  const types = useFixedListOptions(form === undefined ? '' : list);
  // With one file per type, a photo's type cannot be guessed.
  const guessType = (file: File): string => guessFileType(file, types, unique ? undefined : photo);
  const [drafts, setDrafts] = useState(NO_DRAFTS);
  const [added, setAdded] = useState<readonly TypedFile[]>([]);
  const [problem, setProblem] = useState<FileProblem>();
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [checking, setChecking] = useState(false);
  const chosen = useMemo((): ChosenFile[] => [
    ...added.map(typedFile => ({...typedFile, added: true})),
    ...drafts.flatMap(({file, tipo}) => (file === undefined ? [] : [{file, tipo, added: false}])),
  ], [added, drafts]);
  // Restored files go before those chosen meanwhile.
  const {deleteStored, ...storage} = useStoredFileChoice(form, chosen, files => {
    const restoredFiles = (isAdded: boolean) =>
      files.filter(restored => restored.added === isAdded).map(({file, tipo}) => ({file, tipo}));
    setAdded(current => [...restoredFiles(true), ...current]);
    setDrafts(current => (restoredFiles(false).length === 0
      ? current : [...restoredFiles(false), ...current.filter(({file}) => file !== undefined)]));
  });

  const add = async (): Promise<readonly TypedFile[] | undefined> => {
    const draftProblem = findDraftProblem(rules, drafts, added, unique, limits);
    setProblem(draftProblem);
    if (draftProblem !== undefined) return undefined;
    const files = drafts.flatMap(({file, tipo}) => (file === undefined ? [] : [{file, tipo}]));
    setChecking(true);
    const objections = await Promise.all(files.map(calls.check));
    setChecking(false);
    const row = objections.findIndex(objection => objection !== undefined);
    if (row >= 0) {
      setProblem({row, of: 'file', message: objections[row] ?? ''});
      return undefined;
    }
    const allFiles = [...added, ...files];
    setAdded(allFiles);
    setDrafts(NO_DRAFTS);
    return allFiles;
  };

  return {
    ...storage, limits, drafts, added, problem, refused, checking, add,
    chosen: useMemo(() => chosen.map(({file}) => file), [chosen]),
    choose: files => {
      if (files.length === 0) return;
      const message = checkChosenFiles(rules, files);
      const sortedFiles = message === undefined
        ? partitionFiles(rules, files, limits, storedCount + chosen.length)
        : {taken: [], refused: []};
      setProblem(message === undefined ? undefined : {of: 'file', message});
      setRefused(sortedFiles.refused);
      if (sortedFiles.taken.length > 0) setDrafts(withFiles(drafts, sortedFiles.taken, guessType));
    },
    dismiss: file => setRefused(refused.filter(refusedFile => refusedFile.file !== file)),
    setType: (row, tipo) => {
      setProblem(undefined);
      setDrafts(drafts.map((draft, index) => (index === row ? {...draft, tipo} : draft)));
    },
    dropDraft: row => {
      setProblem(undefined);
      const remaining = drafts.filter((_draft, index) => index !== row);
      setDrafts(remaining.length === 0 ? NO_DRAFTS : remaining);
    },
    remove: index => {
      setProblem(undefined);
      setAdded(added.filter((_file, position) => position !== index));
    },
    collect: async () => (drafts.some(({file}) => file !== undefined) ? add() : added),
    removeSent: file => setAdded(current => current.filter(typedFile => typedFile.file !== file)),
    clear: () => {
      setProblem(undefined);
      setAdded([]);
      setDrafts(NO_DRAFTS);
      deleteStored();
    },
  };
};

/** The sentence on files that are not sent: 'O arquivo nota.pdf ainda não foi enviado.'; undefined: none. */
export const unsentFilesText = ({chosen}: Pick<FileChoice, 'chosen'>): string | undefined => {
  const names = chosen.map(({name}) => name).join(', ');
  if (chosen.length === 0) return undefined;
  return chosen.length === 1 ? `O arquivo ${names} ainda não foi enviado.` : `Os arquivos ${names} ainda não foram enviados.`;
};

/** The draft's note on unsent files. Files that the browser has not stored have to be chosen again. */
export const draftFilesNote = (choice: Pick<FileChoice, 'chosen' | 'isStored'>): string | undefined => {
  const unsent = unsentFilesText(choice);
  return unsent === undefined || choice.isStored ? unsent : `${unsent} Os arquivos precisam ser escolhidos de novo.`;
};
