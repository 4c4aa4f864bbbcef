/** Validation of one value. The form shows its message, and the API refuses with the same one. */
import type {Config} from '../config/config.ts';
import type {Field} from '../config/fields.ts';
import {rowName, rowsOf, ruleOf, schemaOf} from './kinds.ts';
import {formWords, withInvalid, type Words} from '../words/messages.ts';
import {onceForEach} from '../onceFor.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Messages with the field's own replacements. Its `invalid` replaces every message about an invalid value. */
const ownWords = onceForEach(({messages}: Field, words: Words): Words => ({
  ...(messages?.invalid === undefined ? words : withInvalid(words, messages.invalid)),
  required: messages?.required ?? words.required,
  tooShort: messages?.tooShort ?? words.tooShort,
}));

/**
 * Validates one value. Returns undefined if it is valid, else the first message.
 *
 * @param raw may have a mask or blanks
 * @param required as decided by the caller, because conditions are not evaluated here
 */
export const validateValue = (field: Field, raw: unknown, required: boolean, words: Words = formWords): string | undefined => {
  const own = ownWords(field, words);
  const value = ruleOf(field).bare(raw, field);
  if (value === null) return required ? own.required : undefined;
  const result = schemaOf(field, own).safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
};

/** Whether two values of a field are equal once normalised. */
export const isSame = (field: Field, one: unknown, other: unknown): boolean => {
  const [own, others] = [one, other].map(value => JSON.stringify(ruleOf(field).bare(value, field)));
  return own === others;
};

/** Whether a field can be written: it is stored, and not by the server alone. */
export const isWritten = (field: Field): boolean => field.readOnly !== true && ruleOf(field).own;

/** Whether a value should be a row of a fixed list and is none. */
export const isMissingRow = ({lists}: Pick<Config, 'lists'>, field: Field, value: unknown): boolean =>
  rowsOf(field, lists) !== undefined && rowName(field, lists, value) === undefined;
