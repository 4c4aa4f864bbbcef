/** Differences between form values and the opened record, for drafts and for unsaved-change checks. */
import type {Field, Fields} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {isWritable, type RecordValues} from '../../../schema/fields/validate.ts';

const isPlainObject = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes empty and blank parts, because an input that was touched and emptied counts as unchanged. */
const withoutEmptyParts = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim() || undefined;
  if (value === null || value === undefined) return undefined;
  if (!isPlainObject(value)) return value;
  const filledParts = Object.entries(value).map(([name, part]): [string, unknown] => [name, withoutEmptyParts(part)])
    .filter(([, part]) => part !== undefined);
  return filledParts.length === 0 ? undefined : Object.fromEntries(filledParts);
};

export const isSameFormValue = (first: unknown, second: unknown): boolean =>
  JSON.stringify(withoutEmptyParts(first)) === JSON.stringify(withoutEmptyParts(second));

const bareValue = (field: Field | undefined, value: unknown): unknown =>
  (field === undefined ? value : kindRuleOf(field).bare(value, field));

/** Name of a form value that is stored with the draft, but is neither typed nor sent. */
export const DRAFT_ONLY_FIELD = 'aoLado';

/** Values that a save would change, by name; without `versao` and fields that only the server writes. */
export const findUnsavedChanges = (values: RecordValues, opened: RecordValues, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => {
    const field = fields[name];
    const isNotTyped = name === 'versao' || name === DRAFT_ONLY_FIELD || (field !== undefined && !isWritable(field));
    return !isNotTyped && !isSameFormValue(bareValue(field, value), bareValue(field, opened[name]));
  }));

/** The unsaved values without passwords, which no draft stores. */
export const findDraftChanges = (values: RecordValues, opened: RecordValues, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(findUnsavedChanges(values, opened, fields)).filter(([name]) => fields[name]?.kind !== 'senha'));
