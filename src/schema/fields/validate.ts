/** The one validation of a value: the form shows what it says, the API refuses what it says. */
import type {Config} from '../config/config.ts';
import type {Field} from '../config/fields.ts';
import {rowName, rowsOf, ruleOf, schemaOf} from './kinds.ts';
import {formWords, withInvalid, type Words} from '../words/messages.ts';
import {onceForEach} from '../onceFor.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The general sentences with the field's own in their places; its `invalid` stands for every way of being invalid. */
const ownWords = onceForEach(({messages}: Field, words: Words): Words => ({
  ...(messages?.invalid === undefined ? words : withInvalid(words, messages.invalid)),
  required: messages?.required ?? words.required,
  tooShort: messages?.tooShort ?? words.tooShort,
}));

/**
 * One value against its field. `undefined` when it is valid, else the first sentence that applies.
 * `raw` may carry a mask or blanks; `required` is already decided by the caller.
 */
export const validateValue = (field: Field, raw: unknown, required: boolean, words: Words = formWords): string | undefined => {
  const own = ownWords(field, words);
  const value = ruleOf(field).bare(raw, field);
  if (value === null) return required ? own.required : undefined;
  const result = schemaOf(field, own).safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
};

/** Whether two values of a field say the same. */
export const isSame = (field: Field, one: unknown, other: unknown): boolean => {
  const [own, others] = [one, other].map(value => JSON.stringify(ruleOf(field).bare(value, field)));
  return own === others;
};

/** Kept by the server alone, or not kept at all. */
export const isWritten = (field: Field): boolean => field.readOnly !== true && ruleOf(field).own;

/** Whether a value is to be a row of a list, and is none. */
export const isMissingRow = ({lists}: Pick<Config, 'lists'>, field: Field, value: unknown): boolean =>
  rowsOf(field, lists) !== undefined && rowName(field, lists, value) === undefined;
