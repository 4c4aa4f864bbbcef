/** Files that wait to go with a record: a type each, and the field of the record that their call repeats (rules: Files 3). */
import {useState} from 'react';
import {filesKey, fileMessagesFor} from '../../../schema/parts.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {useFileRules} from '../../kinds/files/refused.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import type {TypedFile} from '../../wire/payload.ts';
import {refusedOnSave} from './rules.ts';
import {useFileChoice, type FileChoice} from './useFileChoice.ts';

export interface AddedFiles {
  choice: FileChoice;
  /** There has to be one, which was said. */
  lacking: boolean;
  /** 0: none is chosen. */
  repeated: number;
  /** Why it must be chosen, once it was missing. */
  problem: string | undefined;
  setRepeated: (value: number) => void;
  /** The chosen files, ready to be sent; undefined when something is missing or refused, which is said. */
  ready: () => Promise<readonly TypedFile[] | undefined>;
}

/**
 * @param record whose files they will be; undefined: of a new one
 * @param form the name of the draft they are kept with; undefined: of a record that may not be saved
 */
export const useAddedFiles = (name: string, record: RecordValues | undefined, form: string | undefined): AddedFiles => {
  const rules = useFileRules(name);
  const toasts = useToasts();
  const {files} = rules.resource;
  const {required, onePerType} = (record === undefined ? files : undefined) ?? {};
  const repeats = record === undefined ? undefined : files?.calls?.repeats;
  const stored = record?.[filesKey(rules.resource)] as readonly unknown[] | undefined;
  const choice = useFileChoice(name, {unique: onePerType === true, form, already: stored?.length ?? 0});
  const [repeated, setValue] = useState(repeats === undefined ? 0 : Number(record?.[repeats] ?? 0));
  const [problem, setProblem] = useState<string>();
  const [none, setNone] = useState(false);
  const words = fileMessagesFor(rules.config, rules.resource);
  return {
    choice, repeated, problem,
    lacking: none && choice.added.length === 0,
    setRepeated: value => {
      setValue(value);
      setProblem(undefined);
    },
    ready: async () => {
      const chosen = await choice.collect();
      const isUnplaced = repeats !== undefined && chosen !== undefined && chosen.length > 0 && repeated === 0;
      setProblem(isUnplaced ? words['noBranch'] : undefined);
      if (chosen === undefined || isUnplaced) return undefined;
      const isNone = required === true && chosen.length === 0;
      setNone(isNone);
      const refused = isNone ? words['needed'] : refusedOnSave(rules, chosen);
      if (refused !== undefined) toasts.warning(refused);
      return refused === undefined ? chosen : undefined;
    },
  };
};
