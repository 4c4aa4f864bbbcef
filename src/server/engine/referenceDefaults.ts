/** Default values that fields take from other fields or a referenced record, for new records and for asks. */
import {sql} from 'kysely';
import {isFieldCleared, isVisibleAndEditable, isRequired} from '../../schema/conditions/fieldConditions.ts';
import {defaultLookupOf, listDefaultFields} from '../../schema/fields/defaults.ts';
import {isRelativeMoment} from '../../schema/fields/relativeMoments.ts';
import {resolveWrittenValues} from '../../schema/lifeCycle/writtenValues.ts';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../schema/fields/kinds.ts';
import {validateValue, type RecordValues} from '../../schema/fields/validate.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {creationStamps} from '../../schema/statuses/statuses.ts';
import type {FieldError} from '../../schema/apiShapes.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {readMomentRecords} from './momentRecords.ts';
import {readReferencedRow} from '../rowScope/storedRow.ts';

/**
 * Instants that the record's creation will write, as the database writes and answers them: its transaction's time.
 *
 * @returns `{}` where no default starts from one of them
 */
export const readCreationStamps = async (trx: DbOrTrx, resource: Resource, values: RecordValues): Promise<Record<string, Date>> => {
  const stamps = creationStamps(resource, values, new Date(0));
  const isRead = Object.values(resource.fields).some(({default: moment}) => isRelativeMoment(moment) && Object.hasOwn(stamps, moment[0]));
  if (!isRead) return {};
  const {rows: [row]} = await sql<{now: Date}>`select date_trunc('milliseconds', now()) as now`.execute(trx);
  return row === undefined ? {} : creationStamps(resource, values, row.now);
};

/** Returns the bare value of a default that reads other fields; `null` for an empty one, undefined for any other default. */
const readDefault = async (
  config: Config, trx: DbOrTrx, resource: Resource, [name, field]: readonly [string, Field], actor: Actor, record: RecordValues,
): Promise<unknown> => {
  if (isRelativeMoment(field.default)) {
    const named = await readMomentRecords(config, trx, resource, record, [field.default]);
    return resolveWrittenValues({[name]: field}, {[name]: field.default}, {resource, record, session: actor, named})[name];
  }
  const source = defaultLookupOf(resource.fields, field);
  if (source === undefined || (record[source.reference] ?? null) === null) return undefined;
  const value = (await readReferencedRow(config, trx, source.to, record[source.reference], false))?.[source.field];
  return kindRuleOf(field).bare(value instanceof Date ? value.toISOString() : value, field);
};

/**
 * Values for empty fields whose default is a field of a referenced record, or a moment.
 *
 * @param resource with all fields that the references are looked up by
 * @param stamps instants of the record's creation, from which a moment can start
 */
export const readReferenceDefaults = async (
  config: Config, trx: DbOrTrx, resource: Resource, fields: Fields, actor: Actor, values: RecordValues, stamps: RecordValues = {},
): Promise<Record<string, unknown>> => {
  const defaults: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (listDefaultFields(resource.fields, field).length === 0 || (values[name] ?? null) !== null) continue;
    if (isFieldCleared(field, {resource, record: values, session: actor})) continue;
    const value = await readDefault(config, trx, resource, [name, field], actor, {...values, ...stamps, ...defaults});
    if ((value ?? null) !== null && validateValue(field, value, false) === undefined) defaults[name] = value;
  }
  return defaults;
};

/** Errors of required fields left to a referenced record that has no value either. */
export const missingDefaultErrors = (resource: Resource, actor: Actor, written: RecordValues, values: RecordValues): FieldError[] =>
  Object.entries(resource.fields).flatMap(([campo, field]) => {
    if (written[campo] !== null || listDefaultFields(resource.fields, field).length === 0) return [];
    const conditionContext = {resource, record: values, session: actor};
    const mensagem = isVisibleAndEditable(field, conditionContext)
      ? validateValue(field, values[campo], isRequired(field, conditionContext))
      : undefined;
    return mensagem === undefined ? [] : [{campo, mensagem}];
  });
