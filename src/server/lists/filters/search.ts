/** Records by a text, as 'Ir para' and a list's `q` find them: by their number, or by a part of what names them. */
import {sql} from 'kysely';
import {maySee} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/fields/fields.ts';
import {goToFields, numberIn} from '../../../schema/lists/goTo.ts';
import {MAX_INTEGER, ruleOf} from '../../../schema/fields/kinds.ts';
import type {Actor} from '../../context.ts';
import {isSearchedByPart} from '../../db/ordering.ts';
import type {Predicate} from '../../reach/conditions.ts';
import {filterPredicate} from './filters.ts';

export interface Part {
  name: string;
  field: Field;
  /** The text as the field keeps it. */
  value: string;
}

/** Those of some fields that a profile may be told by (`id` is the record's number). */
export const seenFields = (resource: Resource, names: readonly string[], perfil: string): string[] =>
  names.filter(name => {
    const field = resource.fields[name];
    return field === undefined || maySee(field, perfil);
  });

/** What a text can be among some fields of a resource: a record's number, a part of the texts. */
export const meaningsOf = (resource: Resource, names: readonly string[], text: string): {number: number | undefined; parts: Part[]} => {
  const number = names.includes('id') ? numberIn(text) : undefined;
  const parts = names.flatMap(name => {
    const field = resource.fields[name];
    if (field === undefined || !isSearchedByPart(resource, name, field)) return [];
    const value = ruleOf(field).bare(text, field);
    return typeof value === 'string' && value !== '' ? [{name, field, value}] : [];
  });
  return {number: number !== undefined && number <= MAX_INTEGER ? number : undefined, parts};
};

export const anyOf = (predicates: readonly Predicate[]): Predicate =>
  (predicates.length === 0 ? sql`false` : sql`(${sql.join(predicates, sql` or `)})`);

/** The rows of a list that a text finds; none where it can be none of their values. */
export const searchPredicate = (config: Config, resource: Resource, {perfil}: Actor, text: string): Predicate => {
  const {number, parts} = meaningsOf(resource, seenFields(resource, goToFields(resource), perfil), text);
  return anyOf([
    ...(number === undefined ? [] : [filterPredicate(config, resource, 'id', number)]),
    ...parts.map(({name, value}) => filterPredicate(config, resource, name, value)),
  ]);
};
