/** Default values of a new record's fields. */
import {momentOf} from './moments.ts';
import {ofSession, type Session} from '../session.ts';
import type {Field, Fields} from '../config/fields.ts';
import {ruleOf} from './kinds.ts';

/** Returns the reference and the field of a default that is looked up, such as `idCliente.prazo`. */
export const followed = (fields: Fields, {default: defaultValue}: Field): {reference: string; field: string; to: string} | undefined => {
  const [name = '', field] = typeof defaultValue === 'string' ? defaultValue.split('.') : [];
  const reference = fields[name];
  return field !== undefined && reference?.kind === 'referencia' ? {reference: name, field, to: reference.to} : undefined;
};

/** Returns a default that does not depend on time, caller or record; undefined if there is none. */
export const literalOf = (fields: Fields, field: Field): string | number | boolean | undefined => {
  const {kind, default: defaultValue} = field;
  if (typeof defaultValue !== 'string' || kind === 'escolha') return defaultValue;
  const isMoment = ruleOf(field).filter === 'period' && momentOf(defaultValue) !== undefined;
  return isMoment || defaultValue.startsWith('session.') || followed(fields, field) !== undefined ? undefined : defaultValue;
};

/** Returns the initial value of a new record's field; `null` if it is empty, or only the server can look it up. */
export const beginning = (fields: Fields, field: Field, session: Session): unknown => {
  const defaultValue = String(field.default);
  return literalOf(fields, field) ?? ofSession(session, defaultValue)
    ?? (followed(fields, field) === undefined ? momentOf(defaultValue) : null) ?? null;
};

/** Whether the server looks up the default in a record that is already chosen. An empty value is no mistake then. */
export const isLookedUp = (fields: Fields, field: Field, record: Readonly<Record<string, unknown>>): boolean => {
  const from = followed(fields, field);
  return from !== undefined && Number(record[from.reference] ?? 0) > 0;
};
