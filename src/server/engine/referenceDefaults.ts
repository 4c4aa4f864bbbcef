/** Default values that fields take from a referenced record, for new records and for asks. */
import {isFieldCleared, isVisibleAndEditable, isRequired} from '../../schema/conditions/fieldConditions.ts';
import {defaultLookupOf} from '../../schema/fields/defaults.ts';
import type {Fields} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {validateValue, type RecordValues} from '../../schema/fields/validate.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';

/**
 * Values for empty fields whose default is a field of a referenced record.
 *
 * @param resource with all fields that the references are looked up by
 */
export const readReferenceDefaults = async (
  config: Config, trx: DbOrTrx, resource: Resource, fields: Fields, actor: Actor, values: RecordValues,
): Promise<Record<string, unknown>> => {
  const defaults: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const source = defaultLookupOf(resource.fields, field);
    if (source === undefined || (values[name] ?? null) !== null || (values[source.reference] ?? null) === null) continue;
    if (isFieldCleared(field, {resource, record: values, session: actor})) continue;
    const sourceValue = (await readReferencedRow(config, trx, source.to, values[source.reference], false))?.[source.field];
    const value = kindRuleOf(field).bare(sourceValue instanceof Date ? sourceValue.toISOString() : sourceValue, field);
    if (value !== null && validateValue(field, value, false) === undefined) defaults[name] = value;
  }
  return defaults;
};

/** Errors of required fields left to a referenced record that has no value either. */
export const missingDefaultErrors = (resource: Resource, actor: Actor, written: RecordValues, values: RecordValues): FieldError[] =>
  Object.entries(resource.fields).flatMap(([campo, field]) => {
    if (written[campo] !== null || defaultLookupOf(resource.fields, field) === undefined) return [];
    const conditionContext = {resource, record: values, session: actor};
    const mensagem = isVisibleAndEditable(field, conditionContext)
      ? validateValue(field, values[campo], isRequired(field, conditionContext))
      : undefined;
    return mensagem === undefined ? [] : [{campo, mensagem}];
  });
