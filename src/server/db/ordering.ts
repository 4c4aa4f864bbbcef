/**
 * How texts are compared: without case and accents, whatever collation the database has. Those that a list searches or
 * orders by are kept in that form beside the text, because making it anew takes longer than all else a list does.
 */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {goToFields} from '../../schema/goTo.ts';
import {filtersOf} from '../../schema/query.ts';
import {kindColumn, searchOf} from './kinds.ts';
import {columnOf, searchColumn} from './names.ts';

/** More than any name has, and little enough that an index takes it in any alphabet (2,704 bytes at most). */
const LONGEST = 200;

const isText = (field: Field): boolean => searchOf(field) === 'part';
const isShort = (field: Field): boolean => isText(field) && (!('maxLength' in field) || field.maxLength <= LONGEST);

/** Whether records are found by a part of a field's text: in a list's filter, or in 'Ir para'. */
export const isSearchedByPart = (resource: Resource, name: string, field: Field): boolean =>
  isText(field) && (filtersOf(resource).some(filter => filter.name === name) || goToFields(resource).includes(name));

/**
 * Whether a field has an index in its order: a short text that the list shows or opens in the order of. Numbers, dates
 * and choices are quick to sort as they are.
 */
export const hasOrderIndex = (resource: Resource, name: string, field: Field): boolean =>
  isShort(field) && (resource.list.columns.includes(name) || resource.list.sort[0] === name);

/** Whether a field's text is kept in its compared form too. */
export const hasSearchColumn = (resource: Resource, name: string, field: Field): boolean =>
  isSearchedByPart(resource, name, field) || hasOrderIndex(resource, name, field);

/** What texts are searched in, and other values compared by: a field's value in the row of `alias`. */
export const comparedValue = (resource: Resource, name: string, field: Field, alias: string): RawBuilder<unknown> => {
  const column = columnOf(name, field);
  const {absent} = kindColumn(field);
  if (absent !== undefined) return sql`coalesce(${sql.ref(`${alias}.${column}`)}, ${sql.lit(absent)})`;
  if (!isText(field)) return sql.ref(`${alias}.${column}`);
  return hasSearchColumn(resource, name, field)
    ? sql.ref(`${alias}.${searchColumn(column)}`)
    : sql`balcao_norm(${sql.ref(`${alias}.${column}`)})`;
};

/** What tells whether a field has a value at all: cheaper than what it is compared by, where that is made anew for each row. */
const presence = (resource: Resource, name: string, field: Field, alias: string): RawBuilder<unknown> =>
  isText(field) && !hasSearchColumn(resource, name, field)
    ? sql.ref(`${alias}.${columnOf(name, field)}`)
    : comparedValue(resource, name, field, alias);

/** How rows with a value are told from those without: a text without a sign is as empty as none, and answers show both alike. */
export interface Emptiness {
  isFilled: RawBuilder<SqlBool>;
  isMissing: RawBuilder<SqlBool>;
  /** An empty text, which an index has in another place than one that is missing; undefined where there can be none. */
  isBlank: RawBuilder<SqlBool> | undefined;
}

/** undefined: the field is never empty. */
export const emptinessOf = (resource: Resource, name: string, field: Field, alias: string): Emptiness | undefined => {
  if (kindColumn(field).absent !== undefined) return undefined;
  const value = presence(resource, name, field, alias);
  const isMissing = sql<SqlBool>`${value} is null`;
  return isText(field)
    ? {isFilled: sql`${value} > ''`, isMissing, isBlank: sql`${value} = ''`}
    : {isFilled: sql`${value} is not null`, isMissing, isBlank: undefined};
};

/** The compared value; null for an empty one. */
export const orderedValue = (resource: Resource, name: string, field: Field, alias: string): RawBuilder<unknown> => {
  const value = comparedValue(resource, name, field, alias);
  return isText(field) ? sql`case when ${presence(resource, name, field, alias)} > '' then ${value} end` : value;
};
