/**
 * How texts are compared: folded, without case and accents, in any collation.
 * Searched and sorted texts have generated columns with the folded form, because folding per row takes longer than the rest of a list.
 */
import {sql, type RawBuilder, type SqlBool} from 'kysely';
import type {Resource} from '../../schema/shapes/config.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import {goToFields} from '../../schema/lists/goTo.ts';
import {orderIndexPrefixes} from '../../schema/lists/orderIndexPrefixes.ts';
import {listFilters} from '../../schema/lists/listRequest.ts';
import {memoize} from '../../schema/memoize.ts';
import {kindColumn, searchModeOf, sqlTypeOf} from './kindColumns.ts';
import {CANONICAL_TEXT_FUNCTION} from './textFolding.ts';
import {columnOf, CREATION_COLUMN, equalityColumn, searchColumn} from './sqlNames.ts';
import type {Sql} from './tables.ts';

/** Longer than any name, and short enough for an index entry in any alphabet (2,704 bytes at most). */
const MAX_ORDERED_LENGTH = 200;

const isText = (field: Field): boolean => searchModeOf(field) === 'part';
const isShortText = (field: Field): boolean => isText(field) && (!('maxLength' in field) || field.maxLength <= MAX_ORDERED_LENGTH);

export const isSearchedByPart = (resource: Resource, name: string, field: Field): boolean =>
  isText(field) && (listFilters(resource).some(filter => filter.name === name) || goToFields(resource).includes(name));

/** True if the field is a short text that the list shows or is sorted by at first. */
const isOrderedText = (resource: Resource, name: string, field: Field): boolean =>
  isShortText(field) && (resource.list.columns.includes(name) || resource.list.sort[0] === name);

/**
 * True if the field has an index in its order: such texts, and the instant of entering a status.
 * Other numbers, dates and choices sort quickly without one.
 */
export const hasOrderIndex = (resource: Resource, name: string, field: Field): boolean =>
  isOrderedText(resource, name, field) || name === resource.since;

const isIndexable = (field: Field): boolean =>
  sqlTypeOf(field) !== null && field.kind !== 'senha' && kindColumn(field).nullValue === undefined
  && (!isText(field) || isShortText(field));

/** Index prefixes (`leadsOf`) of a list whose fields can be indexed. */
export const indexablePrefixes = memoize((resource: Resource): readonly (readonly string[])[] =>
  orderIndexPrefixes(resource).filter(prefix => prefix.every(name => {
    const field = resource.fields[name];
    return name !== resource.list.sort[0] && field !== undefined && isIndexable(field);
  })));

/** True if the list's default order can be indexed: by record number, or by comparable values. */
export const isDefaultSortIndexable = ({list, fields}: Resource): boolean => {
  const field = fields[list.sort[0]];
  return field === undefined || isIndexable(field);
};

export const defaultSortIndexPrefixes = (resource: Resource): readonly (readonly string[])[] =>
  (isDefaultSortIndexable(resource) ? indexablePrefixes(resource) : []);

/** True if an index scan gives all records in the field's order, by its index or the primary key. */
export const hasOrderedScan = (resource: Resource, name: string): boolean => {
  const field = resource.fields[name];
  if (field === undefined) return true;
  return hasOrderIndex(resource, name, field)
    || (name === resource.list.sort[0] && defaultSortIndexPrefixes(resource).some(prefix => prefix.length === 0));
};

export const hasSearchColumn = (resource: Resource, name: string, field: Field): boolean =>
  isSearchedByPart(resource, name, field) || isOrderedText(resource, name, field);

/** The generated column with the exact comparison form, for texts in an index prefix; undefined for other fields. */
export const equalityColumnOf = (resource: Resource, name: string, field: Field): string | undefined =>
  (kindColumn(field).uniqueness?.sqlFunction === CANONICAL_TEXT_FUNCTION && indexablePrefixes(resource).some(
    prefix => prefix.includes(name)
  )
    ? equalityColumn(columnOf(name, field)) : undefined);

/** The field's value as search and comparison see it, in the row `alias`. */
export const comparedValue = (resource: Resource, name: string, field: Field, alias: string): Sql => {
  const column = columnOf(name, field);
  const {nullValue} = kindColumn(field);
  if (nullValue !== undefined) return sql`coalesce(${sql.ref(`${alias}.${column}`)}, ${sql.lit(nullValue)})`;
  if (!isText(field)) return sql.ref(`${alias}.${column}`);
  return hasSearchColumn(resource, name, field)
    ? sql.ref(`${alias}.${searchColumn(column)}`)
    : sql`balcao_norm(${sql.ref(`${alias}.${column}`)})`;
};

/** A cheaper test for a value than `comparedValue`, which would fold the text of every row. */
const presenceValue = (resource: Resource, name: string, field: Field, alias: string): Sql =>
  isText(field) && !hasSearchColumn(resource, name, field)
    ? sql.ref(`${alias}.${columnOf(name, field)}`)
    : comparedValue(resource, name, field, alias);

/** Predicates for a missing value. An empty text counts as missing, and answers show both alike. */
export interface EmptinessPredicates {
  isFilled: RawBuilder<SqlBool>;
  isMissing: RawBuilder<SqlBool>;
  /** Empty texts, which an index sorts apart from nulls; undefined where none can be. */
  isBlank: RawBuilder<SqlBool> | undefined;
}

/** @returns undefined for a field that is never empty */
export const emptinessPredicates = (resource: Resource, name: string, field: Field, alias: string): EmptinessPredicates | undefined => {
  if (kindColumn(field).nullValue !== undefined || columnOf(name, field) === CREATION_COLUMN) return undefined;
  const value = presenceValue(resource, name, field, alias);
  const isMissing = sql<SqlBool>`${value} is null`;
  return isText(field)
    ? {isFilled: sql`${value} > ''`, isMissing, isBlank: sql`${value} = ''`}
    : {isFilled: sql`${value} is not null`, isMissing, isBlank: undefined};
};

export const orderedValue = (resource: Resource, name: string, field: Field, alias: string): Sql => {
  const value = comparedValue(resource, name, field, alias);
  return isText(field) ? sql`case when ${presenceValue(resource, name, field, alias)} > '' then ${value} end` : value;
};
