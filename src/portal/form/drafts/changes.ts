/** Whether a form says something else than the record it opened with: the one truth of drafts and of what is unsaved. */
import type {Field, Fields} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {isWritable, type RecordValues} from '../../../schema/fields/validate.ts';

const isPlain = (value: unknown): value is RecordValues => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value without what is empty or blank in it; `undefined` when nothing remains. A field that was touched and emptied is as it was. */
const essence = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim() || undefined;
  if (value === null || value === undefined) return undefined;
  if (!isPlain(value)) return value;
  const kept = Object.entries(value).map(([name, one]): [string, unknown] => [name, essence(one)]).filter(([, one]) => one !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

/** Whether two values of a form say the same. */
export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(essence(one)) === JSON.stringify(essence(other));

/** As a save would send it: inputs empty what does not apply, and a record may hold what its kind writes another way. */
const sent = (field: Field | undefined, value: unknown): unknown => (field === undefined ? value : kindRuleOf(field).bare(value, field));

/**
 * The name of what a form knows beside what is typed, and its draft keeps with that: by itself it is no work of the person's, and nothing
 * that is saved.
 */
export const BESIDE = 'aoLado';

/**
 * The values a save would change, by name: those that differ from the ones the form opened with. `versao`, and what the
 * server alone writes, is no work of the person's.
 */
export const unsavedOf = (values: RecordValues, opened: RecordValues, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => {
    const field = fields[name];
    const isOurs = name === 'versao' || name === BESIDE || (field !== undefined && !isWritable(field));
    return !isOurs && !sameValue(sent(field, value), sent(field, opened[name]));
  }));

/** Of those, what a draft keeps: passwords never are. */
export const changesOf = (values: RecordValues, opened: RecordValues, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(unsavedOf(values, opened, fields)).filter(([name]) => fields[name]?.kind !== 'senha'));
