/** What the fields of a new record begin with, where nobody says otherwise. */
import {momentOf} from './moments.ts';
import {ofSession, type Session} from '../session.ts';
import type {Field, Fields} from '../config/fields.ts';
import {ruleOf} from './kinds.ts';

/** `idCliente.prazo`: the reference by which a field's default is looked up, and the field that it is there. */
export const followed = (fields: Fields, {default: said}: Field): {reference: string; field: string; to: string} | undefined => {
  const [name = '', field] = typeof said === 'string' ? said.split('.') : [];
  const reference = fields[name];
  return field !== undefined && reference?.kind === 'referencia' ? {reference: name, field, to: reference.to} : undefined;
};

/** A default that is the same for every record, whoever makes it and when; undefined where there is none. */
export const literalOf = (fields: Fields, field: Field): string | number | boolean | undefined => {
  const {kind, default: said} = field;
  if (typeof said !== 'string' || kind === 'escolha') return said;
  const isMoment = ruleOf(field).filter === 'period' && momentOf(said) !== undefined;
  return isMoment || said.startsWith('session.') || followed(fields, field) !== undefined ? undefined : said;
};

/** What a field of a new record begins with; `null`: nothing, or what only the server can look up. */
export const beginning = (fields: Fields, field: Field, session: Session): unknown => {
  const said = String(field.default);
  return literalOf(fields, field) ?? ofSession(session, said) ?? (followed(fields, field) === undefined ? momentOf(said) : null) ?? null;
};

/** Of a new record, which names what its default is looked up in: what is left empty is no mistake until that has nothing either. */
export const isLookedUp = (fields: Fields, field: Field, record: Readonly<Record<string, unknown>>): boolean => {
  const from = followed(fields, field);
  return from !== undefined && Number(record[from.reference] ?? 0) > 0;
};
