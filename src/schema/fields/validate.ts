/** Validation of one value. The form shows its message, and the API refuses with the same one. */
import type {Config} from '../shapes/config.ts';
import type {Field} from '../shapes/fields.ts';
import {fixedRowText, fixedRowsOf, kindRuleOf, valueSchemaOf} from './kinds.ts';
import {formMessages, withInvalidMessage, type ValidationMessages} from '../words/messages.ts';
import {memoizePair} from '../memoize.ts';

export type RecordValues = Readonly<Record<string, unknown>>;

/** Messages with the field's own replacements. Its `invalid` replaces every message about an invalid value. */
const fieldMessages = memoizePair(({messages}: Field, defaults: ValidationMessages): ValidationMessages => ({
  ...(messages?.invalid === undefined ? defaults : withInvalidMessage(defaults, messages.invalid)),
  required: messages?.required ?? defaults.required,
  tooShort: messages?.tooShort ?? defaults.tooShort,
}));

/**
 * Validates one value. Returns undefined if it is valid, else the first message.
 *
 * @param raw may have a mask or blanks
 * @param required as decided by the caller, because conditions are not evaluated here
 */
export const validateValue = (
  field: Field, raw: unknown, required: boolean, defaults: ValidationMessages = formMessages,
): string | undefined => {
  const messages = fieldMessages(field, defaults);
  const value = kindRuleOf(field).bare(raw, field);
  if (value === null) return required ? messages.required : undefined;
  const result = valueSchemaOf(field, messages).safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
};

export const isSameValue = (field: Field, left: unknown, right: unknown): boolean => {
  const [leftText, rightText] = [left, right].map(value => JSON.stringify(kindRuleOf(field).bare(value, field)));
  return leftText === rightText;
};

/** Tells whether a field can be written: it is stored, and not by the server alone. */
export const isWritable = (field: Field): boolean => field.readOnly !== true && kindRuleOf(field).own;

/** Tells whether a value should be a row of a fixed list and is none. */
export const isMissingRow = ({lists}: Pick<Config, 'lists'>, field: Field, value: unknown): boolean =>
  fixedRowsOf(field, lists) !== undefined && fixedRowText(field, lists, value) === undefined;
