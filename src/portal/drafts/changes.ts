/** What of a form's values is worth keeping, and how it is laid over a record again. */
import type {Field, Fields} from '../../schema/fields.ts';
import type {Values} from '../../schema/validate.ts';

const isPlain = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value without what is empty in it; `undefined` when nothing remains. A field that was touched and emptied is as it was. */
const essence = (value: unknown): unknown => {
  if (value === '' || value === null || value === undefined) return undefined;
  if (!isPlain(value)) return value;
  const kept = Object.entries(value).map(([name, one]): [string, unknown] => [name, essence(one)]).filter(([, one]) => one !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
};

/** Whether two values of a form say the same. */
export const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(essence(one)) === JSON.stringify(essence(other));

/** Passwords are never kept; what the server alone writes is no work of the person's. */
const isKept = (field: Field | undefined): boolean => field === undefined || (field.kind !== 'senha' && field.readOnly !== true);

/** The values that differ from those the form opened with, by name. `versao` is not one of them. */
export const changesOf = (values: Values, opened: Values, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name !== 'versao' && isKept(fields[name]) && !sameValue(value, opened[name])));
