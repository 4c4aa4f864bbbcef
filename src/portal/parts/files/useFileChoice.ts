/** The state of a file section: what was chosen, what was added with its type, and what is wrong. */
import {useState} from 'react';
import {useConfig} from '../../session/ConfigContext.tsx';
import {bodyOfError} from '../../wire/errors.ts';
import {request} from '../../wire/http.ts';
import type {TypedFile} from '../../wire/payload.ts';
import {refusedChoice, refusedDrafts, type Draft} from './rules.ts';

/** How much the server needs to tell a program from a document. */
const HEAD_BYTES = 8192;

/** Asks the server before the whole file goes up (rules: Files 6); its sentence, or undefined when it has no objection (or no answer). */
const refusedByServer = async ({file, tipo}: TypedFile): Promise<string | undefined> => {
  const body = new FormData();
  body.append('tipo', tipo);
  body.append('file', file.slice(0, HEAD_BYTES, file.type), file.name);
  try {
    await request('POST ticketsArquivo/validar-extensao-arquivo', {body});
    return undefined;
  } catch (error) {
    return bodyOfError(error).message;
  }
};

export interface FileChoice {
  drafts: readonly Draft[];
  added: readonly TypedFile[];
  /** Every file that was chosen, with or without a type. */
  chosen: readonly File[];
  problem: {row: number; message: string} | undefined;
  /** While the server looks at the files' first bytes. */
  checking: boolean;
  /** More files: those chosen before stay. */
  choose(files: readonly File[]): void;
  setType(row: number, tipo: string): void;
  dropDraft(row: number): void;
  /** Moves the drafts to the list, or says what is missing. Returns the whole list, undefined when refused. */
  add(): Promise<readonly TypedFile[] | undefined>;
  remove(index: number): void;
  /** What a save sends: drafts with a file are added first, so that nothing chosen is forgotten. */
  collect(): Promise<readonly TypedFile[] | undefined>;
  /** Puts another list in its place: what is left after some were sent. */
  replace(files: readonly TypedFile[]): void;
}

const NOTHING: readonly Draft[] = [{tipo: ''}];

/** The rows of files that wait for their type; the row that waits for a file has its type already, if one was chosen. */
const withFiles = (drafts: readonly Draft[], files: readonly File[]): readonly Draft[] => {
  const [tipo = ''] = drafts.filter(draft => draft.file === undefined).map(draft => draft.tipo);
  return [...drafts.filter(({file}) => file !== undefined), ...files.map((file, index) => ({file, tipo: index === 0 ? tipo : ''}))];
};

/** @param unique one file per type, as on creation (rules: Files 4) */
export const useFileChoice = (unique: boolean): FileChoice => {
  const config = useConfig();
  const [drafts, setDrafts] = useState(NOTHING);
  const [added, setAdded] = useState<readonly TypedFile[]>([]);
  const [problem, setProblem] = useState<FileChoice['problem']>();
  const [checking, setChecking] = useState(false);

  const add = async (): Promise<readonly TypedFile[] | undefined> => {
    const refused = refusedDrafts(config, drafts, added, unique);
    setProblem(refused);
    if (refused !== undefined) return undefined;
    const files = drafts.flatMap(({file, tipo}) => (file === undefined ? [] : [{file, tipo}]));
    setChecking(true);
    const answers = await Promise.all(files.map(refusedByServer));
    setChecking(false);
    const row = answers.findIndex(answer => answer !== undefined);
    if (row >= 0) {
      setProblem({row, message: answers[row] ?? ''});
      return undefined;
    }
    const all = [...added, ...files];
    setAdded(all);
    setDrafts(NOTHING);
    return all;
  };

  return {
    drafts, added, problem, checking, add,
    chosen: [...added, ...drafts].flatMap(({file}) => file ?? []),
    choose: files => {
      if (files.length === 0) return;
      const message = refusedChoice(config, files);
      setProblem(message === undefined ? undefined : {row: 0, message});
      if (message === undefined) setDrafts(withFiles(drafts, files));
    },
    setType: (row, tipo) => {
      setProblem(undefined);
      setDrafts(drafts.map((draft, at) => (at === row ? {...draft, tipo} : draft)));
    },
    dropDraft: row => {
      setProblem(undefined);
      const left = drafts.filter((_draft, at) => at !== row);
      setDrafts(left.length === 0 ? NOTHING : left);
    },
    remove: index => {
      setProblem(undefined);
      setAdded(added.filter((_file, at) => at !== index));
    },
    collect: async () => (drafts.some(({file}) => file !== undefined) ? add() : added),
    replace: setAdded,
  };
};
