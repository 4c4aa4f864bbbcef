/** The state of a file section: what was chosen, what was added with its type, and what is wrong. */
import {useMemo, useState} from 'react';
import type {UploadLimits} from '../../../schema/wire.ts';
import {refusedChoice, useFileRules} from '../../kinds/files/refused.ts';
import {useLimits} from '../../kinds/limits.ts';
import {useListRows} from '../../kinds/options.ts';
import type {TypedFile} from '../../wire/payload.ts';
import {useFileCalls} from './calls.ts';
import {refusedDrafts, sorted, typeOfFile, type Draft, type Problem, type Refused} from './rules.ts';
import {useKeptChoice, type Chosen, type Keeping} from './choosing/useKeptChoice.ts';

export interface FileChoice extends Pick<Keeping, 'reading' | 'restored' | 'kept' | 'lost'> {
  /** undefined while they are not known. */
  limits: UploadLimits | undefined;
  drafts: readonly Draft[];
  added: readonly TypedFile[];
  /** Every file that was chosen, with or without a type. */
  chosen: readonly File[];
  problem: Problem | undefined;
  /** What was not taken of the last choice. */
  refused: readonly Refused[];
  /** While the server looks at the files' first bytes. */
  checking: boolean;
  /** More files: those chosen before stay. */
  choose(files: readonly File[]): void;
  /** Takes a refused file out of sight. */
  dismiss: (file: File) => void;
  setType(row: number, tipo: string): void;
  dropDraft(row: number): void;
  /** Moves the drafts to the list, or says what is missing. Returns the whole list, undefined when refused. */
  add(): Promise<readonly TypedFile[] | undefined>;
  remove(index: number): void;
  /** What a save sends: drafts with a file are added first, so that nothing chosen is forgotten. */
  collect(): Promise<readonly TypedFile[] | undefined>;
  /** Takes one from the list that has arrived. */
  sent(file: File): void;
  /** Gives all of it up, also what the browser keeps of it. */
  clear(): void;
}

const NOTHING: readonly Draft[] = [{tipo: ''}];

/**
 * The rows of files that wait for their type; the row that waits for a file has its type already, if one was chosen, and other files
 * may tell theirs by their names.
 */
const withFiles = (drafts: readonly Draft[], files: readonly File[], typeOf: (file: File) => string): readonly Draft[] => {
  const [tipo = ''] = drafts.filter(draft => draft.file === undefined).map(draft => draft.tipo);
  return [
    ...drafts.filter(({file}) => file !== undefined),
    ...files.map((file, index) => ({file, tipo: (index === 0 ? tipo : '') || typeOf(file)})),
  ];
};

interface Choosing {
  /** One file per type, as on creation (rules: Files 4). */
  unique: boolean;
  /** The name of the draft that the choice is kept with; undefined: nothing can be chosen. */
  form: string | undefined;
  /** How many the record has already. */
  already?: number;
}

export const useFileChoice = (name: string, {unique, form: given, already = 0}: Choosing): FileChoice => {
  const rules = useFileRules(name);
  const calls = useFileCalls(name);
  const form = rules.resource.files === undefined ? undefined : given;
  const limits = useLimits(form !== undefined);
  const {types: list = '', photo} = rules.resource.files ?? {};
  const types = useListRows(form === undefined ? '' : list);
  // Where there is one of each type only whoever took it knows which one a photo is.
  const typeOf = (file: File): string => typeOfFile(file, types, unique ? undefined : photo);
  const [drafts, setDrafts] = useState(NOTHING);
  const [added, setAdded] = useState<readonly TypedFile[]>([]);
  const [problem, setProblem] = useState<Problem>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [checking, setChecking] = useState(false);
  const chosen = useMemo((): Chosen[] => [
    ...added.map(one => ({...one, added: true})),
    ...drafts.flatMap(({file, tipo}) => (file === undefined ? [] : [{file, tipo, added: false}])),
  ], [added, drafts]);
  // Before what was chosen while it was read.
  const {drop, ...keeping} = useKeptChoice(form, chosen, files => {
    const typed = (isAdded: boolean) => files.filter(one => one.added === isAdded).map(({file, tipo}) => ({file, tipo}));
    setAdded(now => [...typed(true), ...now]);
    setDrafts(now => (typed(false).length === 0 ? now : [...typed(false), ...now.filter(({file}) => file !== undefined)]));
  });

  const add = async (): Promise<readonly TypedFile[] | undefined> => {
    const lacking = refusedDrafts(rules, drafts, added, unique, limits);
    setProblem(lacking);
    if (lacking !== undefined) return undefined;
    const files = drafts.flatMap(({file, tipo}) => (file === undefined ? [] : [{file, tipo}]));
    setChecking(true);
    const answers = await Promise.all(files.map(calls.check));
    setChecking(false);
    const row = answers.findIndex(answer => answer !== undefined);
    if (row >= 0) {
      setProblem({row, of: 'file', message: answers[row] ?? ''});
      return undefined;
    }
    const all = [...added, ...files];
    setAdded(all);
    setDrafts(NOTHING);
    return all;
  };

  return {
    ...keeping, limits, drafts, added, problem, refused, checking, add,
    chosen: useMemo(() => chosen.map(({file}) => file), [chosen]),
    choose: files => {
      if (files.length === 0) return;
      const message = refusedChoice(rules, files);
      const judged = message === undefined ? sorted(rules, files, limits, already + chosen.length) : {taken: [], refused: []};
      setProblem(message === undefined ? undefined : {of: 'file', message});
      setRefused(judged.refused);
      if (judged.taken.length > 0) setDrafts(withFiles(drafts, judged.taken, typeOf));
    },
    dismiss: file => setRefused(refused.filter(one => one.file !== file)),
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
    sent: file => setAdded(now => now.filter(one => one.file !== file)),
    clear: () => {
      setProblem(undefined);
      setAdded([]);
      setDrafts(NOTHING);
      drop();
    },
  };
};

/** Of files that have not arrived: 'O arquivo nota.pdf ainda não foi enviado.'; undefined where every chosen file has. */
export const unsentFiles = ({chosen}: Pick<FileChoice, 'chosen'>): string | undefined => {
  const names = chosen.map(({name}) => name).join(', ');
  if (chosen.length === 0) return undefined;
  return chosen.length === 1 ? `O arquivo ${names} ainda não foi enviado.` : `Os arquivos ${names} ainda não foram enviados.`;
};

/** What a draft says of them: as long as the browser does not have them, they would be gone with the page. */
export const draftNote = (choice: Pick<FileChoice, 'chosen' | 'kept'>): string | undefined => {
  const unsent = unsentFiles(choice);
  return unsent === undefined || choice.kept ? unsent : `${unsent} Os arquivos precisam ser escolhidos de novo.`;
};
