/** Default values of a new record's fields. */
import {resolveMoment} from './moments.ts';
import {isRelativeMoment, listMomentFields, resolveFreeMoment} from './relativeMoments.ts';
import {readSessionValue, type Session} from '../session.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {toDay} from './dates.ts';
import {kindRuleOf} from './kinds.ts';
import {validateValue} from './validate.ts';

/** Returns a date as a field holds it: a day field takes the day of an instant. */
export const fitDate = (field: Field, date: string | null | undefined): unknown =>
  [date, toDay(date)].find(value => validateValue(field, value, false) === undefined) ?? date;

interface DefaultLookup {
  reference: string;
  field: string;
  to: string;
}

/** Returns the reference and the field of a default that is looked up, such as `idCliente.prazo`. */
export const defaultLookupOf = (fields: Fields, {default: defaultValue}: Field): DefaultLookup | undefined => {
  const [name = '', field] = typeof defaultValue === 'string' ? defaultValue.split('.') : [];
  const reference = fields[name];
  return field !== undefined && reference?.kind === 'referencia' ? {reference: name, field, to: reference.to} : undefined;
};

/** Lists the record's own fields that the server reads for a default: the reference of a looked-up one, the names of a moment. */
export const listDefaultFields = (fields: Fields, field: Field): readonly string[] => {
  if (isRelativeMoment(field.default)) return listMomentFields(field.default);
  const lookup = defaultLookupOf(fields, field);
  return lookup === undefined ? [] : [lookup.reference];
};

/** Returns a default that does not depend on time, caller or record; undefined if there is none. */
export const literalDefault = (fields: Fields, field: Field): string | number | boolean | undefined => {
  const {kind, default: defaultValue} = field;
  if (isRelativeMoment(defaultValue)) return undefined;
  if (typeof defaultValue !== 'string' || kind === 'escolha') return defaultValue;
  const isMoment = kindRuleOf(field).filter === 'period' && resolveMoment(defaultValue) !== undefined;
  return isMoment || defaultValue.startsWith('session.') || defaultLookupOf(fields, field) !== undefined ? undefined : defaultValue;
};

/** Returns the initial value of a new record's field; `null` if it is empty, or only the server can look it up. */
export const initialFieldValue = (fields: Fields, field: Field, session: Session): unknown => {
  if (isRelativeMoment(field.default)) return fitDate(field, resolveFreeMoment(field.default)) ?? null;
  const defaultValue = String(field.default);
  return literalDefault(fields, field) ?? readSessionValue(session, defaultValue)
    ?? (defaultLookupOf(fields, field) === undefined ? resolveMoment(defaultValue) : null) ?? null;
};

/** Tells whether the server reads the default from fields that already have a value. An empty value is no mistake then. */
export const isDefaultLookedUp = (fields: Fields, field: Field, record: Readonly<Record<string, unknown>>): boolean => {
  const names = listDefaultFields(fields, field);
  return names.length > 0 && names.every(name => {
    const value = record[name];
    return fields[name]?.readOnly === true || (fields[name]?.kind === 'referencia' ? Number(value ?? 0) > 0 : (value ?? '') !== '');
  });
};
