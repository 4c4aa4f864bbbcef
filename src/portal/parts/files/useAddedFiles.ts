/** Files to be sent with a record: their types, and the record's field that their call repeats (rules: Files 3). */
import {useState} from 'react';
import {filesKey, fileMessagesFor} from '../../../schema/parts.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {useFileRules} from '../../fields/files/fileChecks.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import type {TypedFile} from '../../api/payload.ts';
import {validateFilesOnSave} from './fileValidation.ts';
import {useFileChoice, type FileChoice} from './useFileChoice.ts';

export interface AddedFiles {
  choice: FileChoice;
  /** A required file is missing, and a toast said so. */
  isRequiredMissing: boolean;
  repeatedValue: number;
  /** The message at the repeated field when it is missing. */
  repeatedProblem: string | undefined;
  setRepeatedValue: (value: number) => void;
  /** Validates the chosen files for sending. @returns undefined: something is missing or refused, which was shown */
  validate: () => Promise<readonly TypedFile[] | undefined>;
}

/**
 * @param record undefined: a new record
 * @param form name of the form's draft, which stores the files too; undefined: the record may not be saved
 */
export const useAddedFiles = (name: string, record: RecordValues | undefined, form: string | undefined): AddedFiles => {
  const rules = useFileRules(name);
  const toasts = useToasts();
  const {files} = rules.resource;
  const {required, onePerType} = (record === undefined ? files : undefined) ?? {};
  const repeats = record === undefined ? undefined : files?.calls?.repeats;
  const stored = record?.[filesKey(rules.resource)] as readonly unknown[] | undefined;
  const choice = useFileChoice(name, {unique: onePerType === true, form, already: stored?.length ?? 0});
  const [repeated, setRepeated] = useState(repeats === undefined ? 0 : Number(record?.[repeats] ?? 0));
  const [problem, setProblem] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const messages = fileMessagesFor(rules.config, rules.resource);
  return {
    choice, repeatedValue: repeated, repeatedProblem: problem,
    isRequiredMissing: isMissing && choice.added.length === 0,
    setRepeatedValue: value => {
      setRepeated(value);
      setProblem(undefined);
    },
    validate: async () => {
      const chosen = await choice.collect();
      const lacksRepeated = repeats !== undefined && chosen !== undefined && chosen.length > 0 && repeated === 0;
      setProblem(lacksRepeated ? messages['noBranch'] : undefined);
      if (chosen === undefined || lacksRepeated) return undefined;
      const lacksFile = required === true && chosen.length === 0;
      setMissing(lacksFile);
      const refused = lacksFile ? messages['needed'] : validateFilesOnSave(rules, chosen);
      if (refused !== undefined) toasts.warning(refused);
      return refused === undefined ? chosen : undefined;
    },
  };
};
