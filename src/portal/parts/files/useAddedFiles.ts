/** Files that wait to be added to a record: a type each, and the field of the record that their call repeats (rules: Files 3). */
import {useState} from 'react';
import {filesKey, fileWords} from '../../../schema/parts.ts';
import type {Values} from '../../../schema/validate.ts';
import {useToasts} from '../../toasts/index.ts';
import type {TypedFile} from '../../wire/payload.ts';
import {useFileRules} from './calls.ts';
import {refusedOnSave} from './rules.ts';
import {useFileChoice, type FileChoice} from './useFileChoice.ts';

export interface AddedFiles {
  choice: FileChoice;
  /** 0: none is chosen. */
  repeated: number;
  /** Why it must be chosen, once it was missing. */
  problem: string | undefined;
  setRepeated: (value: number) => void;
  /** The chosen files, ready to be sent; undefined when something is missing or refused, which is said. */
  ready: () => Promise<readonly TypedFile[] | undefined>;
}

/**
 * @param record whose files they will be
 * @param form the name of the draft they are kept with; undefined: of a record that may not be saved
 */
export const useAddedFiles = (name: string, record: Values, form: string | undefined): AddedFiles => {
  const rules = useFileRules(name);
  const toasts = useToasts();
  const stored = record[filesKey(rules.resource)] as readonly unknown[] | undefined;
  const choice = useFileChoice(name, {unique: false, form, already: stored?.length ?? 0});
  const repeats = rules.resource.files?.calls?.repeats;
  const [repeated, setValue] = useState(repeats === undefined ? 0 : Number(record[repeats] ?? 0));
  const [problem, setProblem] = useState<string>();
  return {
    choice, repeated, problem,
    setRepeated: value => {
      setValue(value);
      setProblem(undefined);
    },
    ready: async () => {
      const files = await choice.collect();
      const lacking = repeats !== undefined && files !== undefined && files.length > 0 && repeated === 0;
      setProblem(lacking ? fileWords(rules.config, rules.resource)['noBranch'] : undefined);
      if (files === undefined || lacking) return undefined;
      const refused = refusedOnSave(rules, files);
      if (refused !== undefined) toasts.warning(refused);
      return refused === undefined ? files : undefined;
    },
  };
};
