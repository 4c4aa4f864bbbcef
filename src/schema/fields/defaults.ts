/** Default values of a new record's fields. */
import {resolveMoment} from './moments.ts';
import {readSessionValue, type Session} from '../session.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {kindRuleOf} from './kinds.ts';

/** Returns the reference and the field of a default that is looked up, such as `idCliente.prazo`. */
export const defaultLookupOf = (
  fields: Fields, {default: defaultValue}: Field,
): {reference: string; field: string; to: string} | undefined => {
  const [name = '', field] = typeof defaultValue === 'string' ? defaultValue.split('.') : [];
  const reference = fields[name];
  return field !== undefined && reference?.kind === 'referencia' ? {reference: name, field, to: reference.to} : undefined;
};

/** Returns a default that does not depend on time, caller or record; undefined if there is none. */
export const literalDefault = (fields: Fields, field: Field): string | number | boolean | undefined => {
  const {kind, default: defaultValue} = field;
  if (typeof defaultValue !== 'string' || kind === 'escolha') return defaultValue;
  const isMoment = kindRuleOf(field).filter === 'period' && resolveMoment(defaultValue) !== undefined;
  return isMoment || defaultValue.startsWith('session.') || defaultLookupOf(fields, field) !== undefined ? undefined : defaultValue;
};

/** Returns the initial value of a new record's field; `null` if it is empty, or only the server can look it up. */
export const initialFieldValue = (fields: Fields, field: Field, session: Session): unknown => {
  const defaultValue = String(field.default);
  return literalDefault(fields, field) ?? readSessionValue(session, defaultValue)
    ?? (defaultLookupOf(fields, field) === undefined ? resolveMoment(defaultValue) : null) ?? null;
};

/** Tells whether the server looks up the default in a record that is already chosen. An empty value is no mistake then. */
export const isDefaultLookedUp = (fields: Fields, field: Field, record: Readonly<Record<string, unknown>>): boolean => {
  const from = defaultLookupOf(fields, field);
  return from !== undefined && Number(record[from.reference] ?? 0) > 0;
};
