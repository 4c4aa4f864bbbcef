/**
 * How texts are compared: without case and accents, whatever collation the database has. Those that a list searches or
 * orders by are kept in that form beside the text, because making it anew takes longer than all else a list does.
 */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import type {Field} from '../../schema/config/fields.ts';
import {goToFields} from '../../schema/lists/goTo.ts';
import {leadsOf} from '../../schema/lists/orders.ts';
import {filtersOf} from '../../schema/lists/query.ts';
import {onceFor} from '../../schema/onceFor.ts';
import {kindColumn, searchOf, sqlTypeOf} from './kinds.ts';
import {EXACT} from './folding.ts';
import {columnOf, CREATION, matchColumn, searchColumn} from './names.ts';
import type {Sql} from './tables.ts';

/** More than any name has, and little enough that an index takes it in any alphabet (2,704 bytes at most). */
const LONGEST = 200;

const isText = (field: Field): boolean => searchOf(field) === 'part';
const isShort = (field: Field): boolean => isText(field) && (!('maxLength' in field) || field.maxLength <= LONGEST);

/** Whether records are found by a part of a field's text: in a list's filter, or in 'Ir para'. */
export const isSearchedByPart = (resource: Resource, name: string, field: Field): boolean =>
  isText(field) && (filtersOf(resource).some(filter => filter.name === name) || goToFields(resource).includes(name));

/** Whether a field is a text that has an index in its order: a short one that the list shows or opens in the order of. */
const isOrderedText = (resource: Resource, name: string, field: Field): boolean =>
  isShort(field) && (resource.list.columns.includes(name) || resource.list.sort[0] === name);

/**
 * Whether a field has an index in its order: such a text, or since when a record stands in its status. Other numbers, dates and
 * choices are quick to sort as they are.
 */
export const hasOrderIndex = (resource: Resource, name: string, field: Field): boolean =>
  isOrderedText(resource, name, field) || name === resource.since;

/** Whether an index takes a field's values as they are compared. */
const isIndexable = (field: Field): boolean =>
  sqlTypeOf(field) !== null && field.kind !== 'senha' && kindColumn(field).absent === undefined && (!isText(field) || isShort(field));

/** Fields before the order of a list, as `leadsOf` says, that an index takes. */
export const leadsIn = onceFor((resource: Resource): readonly (readonly string[])[] =>
  leadsOf(resource).filter(lead => lead.every(one => {
    const led = resource.fields[one];
    return one !== resource.list.sort[0] && led !== undefined && isIndexable(led);
  })));

/** Whether a list's own order can stand in an index: its records' numbers, or values as they are compared. */
export const isOwnOrderIndexed = ({list, fields}: Resource): boolean => {
  const field = fields[list.sort[0]];
  return field === undefined || isIndexable(field);
};

/** What comes before a list's own order in the indexes that have it; nothing where none can. */
export const ownOrders = (resource: Resource): readonly (readonly string[])[] => (isOwnOrderIndexed(resource) ? leadsIn(resource) : []);

/** Whether all records of a list are walked in the order of a field: by an index, or by their numbers. */
export const isWalked = (resource: Resource, name: string): boolean => {
  const field = resource.fields[name];
  if (field === undefined) return true;
  return hasOrderIndex(resource, name, field) || (name === resource.list.sort[0] && ownOrders(resource).some(lead => lead.length === 0));
};

/** Whether a field's text is kept in its compared form too. */
export const hasSearchColumn = (resource: Resource, name: string, field: Field): boolean =>
  isSearchedByPart(resource, name, field) || isOrderedText(resource, name, field);

/** Where a field's text is kept as it is told apart too, because a list's records are found by it; undefined for any other field. */
export const matchColumnOf = (resource: Resource, name: string, field: Field): string | undefined =>
  (kindColumn(field).apart?.by === EXACT && leadsIn(resource).some(lead => lead.includes(name))
    ? matchColumn(columnOf(name, field)) : undefined);

/** What texts are searched in, and other values compared by: a field's value in the row of `alias`. */
export const comparedValue = (resource: Resource, name: string, field: Field, alias: string): Sql => {
  const column = columnOf(name, field);
  const {absent} = kindColumn(field);
  if (absent !== undefined) return sql`coalesce(${sql.ref(`${alias}.${column}`)}, ${sql.lit(absent)})`;
  if (!isText(field)) return sql.ref(`${alias}.${column}`);
  return hasSearchColumn(resource, name, field)
    ? sql.ref(`${alias}.${searchColumn(column)}`)
    : sql`balcao_norm(${sql.ref(`${alias}.${column}`)})`;
};

/** What tells whether a field has a value at all: cheaper than what it is compared by, where that is made anew for each row. */
const presence = (resource: Resource, name: string, field: Field, alias: string): Sql =>
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
  if (kindColumn(field).absent !== undefined || columnOf(name, field) === CREATION) return undefined;
  const value = presence(resource, name, field, alias);
  const isMissing = sql<SqlBool>`${value} is null`;
  return isText(field)
    ? {isFilled: sql`${value} > ''`, isMissing, isBlank: sql`${value} = ''`}
    : {isFilled: sql`${value} is not null`, isMissing, isBlank: undefined};
};

/** The compared value; null for an empty one. */
export const orderedValue = (resource: Resource, name: string, field: Field, alias: string): Sql => {
  const value = comparedValue(resource, name, field, alias);
  return isText(field) ? sql`case when ${presence(resource, name, field, alias)} > '' then ${value} end` : value;
};
