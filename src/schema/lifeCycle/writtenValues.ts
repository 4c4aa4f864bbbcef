/** Values that the config writes into a record (`sets`, `creates`, `makes`): literals, moments, and values of the caller or of a record. */
import {calculateField} from '../fields/calculation.ts';
import {filterOperatorRowOf} from '../fields/filterOperators.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {fitDate} from '../fields/defaults.ts';
import {resolveMoment} from '../fields/moments.ts';
import {isRelativeMoment, resolveRelativeMoment, splitMomentPath, type RelativeMoment} from '../fields/relativeMoments.ts';
import {validateValue, type RecordValues} from '../fields/validate.ts';
import type {Resource} from '../shapes/config.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {readSessionValue, type Session} from '../session.ts';

/** A value as the config writes it. */
export type WrittenValue = string | number | boolean | null | RelativeMoment;

const RECORD_PREFIX = 'record.';

/** Returns the record's field that a value names (`record.total`); undefined for any other value. */
export const recordFieldIn = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.startsWith(RECORD_PREFIX) ? value.slice(RECORD_PREFIX.length) : undefined);

/** The record that values are read from, as it will be with the action's answers, and the caller. */
export interface WritingContext {
  resource: Pick<Resource, 'fields'>;
  record: RecordValues;
  session: Session;
  /** Records that its references name; `null` if there is none, absent if unknown. */
  named?: Readonly<Record<string, Pick<WritingContext, 'resource' | 'record'> | null>>;
}

/** Reads a bare value of the record. @returns undefined for a value that is not known here, because the caller does not see it */
const readRecordValue = (
  {resource: {fields}, record}: Pick<WritingContext, 'resource' | 'record'>, name: string,
): unknown => calculateField(fields, name, source => {
  const value = record[source];
  const field = fields[source];
  if (value === undefined || field === undefined) return value;
  return kindRuleOf(field).bare(value instanceof Date ? value.toISOString() : value, field);
});

/** Returns the instant or day of a moment such as `agora`; undefined where the field holds no such value. */
const momentOf = (field: Field, word: string): string | undefined => {
  if (!filterOperatorRowOf(field).dated) return undefined;
  // A day field takes the day of `agora`.
  return [word.replace(/^agora/, 'hoje'), word].map(resolveMoment)
    .find(moment => moment !== undefined && validateValue(field, moment, false) === undefined);
};

/** Reads a name of a moment: a field of the record, or of one that its reference names. */
const readMomentPath = (context: WritingContext, path: string): unknown => {
  const [own, referenced] = splitMomentPath(path);
  const value = readRecordValue(context, own);
  if (referenced === undefined || value === undefined || value === null) return value;
  const named = context.named?.[own];
  return named && readRecordValue(named, referenced);
};

const resolveValue = (field: Field, value: WrittenValue, context: WritingContext): unknown => {
  if (isRelativeMoment(value)) return fitDate(field, resolveRelativeMoment(value, {read: path => readMomentPath(context, path)}));
  if (typeof value !== 'string') return value === null ? null : kindRuleOf(field).bare(value, field);
  const source = recordFieldIn(value);
  if (source !== undefined) return readRecordValue(context, source);
  const sessionValue = readSessionValue(context.session, value);
  return sessionValue === undefined ? momentOf(field, value) ?? kindRuleOf(field).bare(value, field) : sessionValue;
};

/**
 * Resolves the values that the config writes.
 *
 * @param fields of the written record
 * @returns bare values; undefined for one that only the server knows
 */
export const resolveWrittenValues = (
  fields: Fields, values: Readonly<Record<string, WrittenValue>>, context: WritingContext,
): Record<string, unknown> => Object.fromEntries(Object.entries(values).map(([name, value]) => {
  const field = fields[name];
  return [name, field === undefined ? value : resolveValue(field, value, context)];
}));
