/** How texts are ordered: without case and accents, whatever collation the database has; by an index where a list shows them. */
import {sql, type RawBuilder} from 'kysely';
import type {Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {searchOf} from './kinds.ts';

/** More than any name has, and little enough that an index takes it in any alphabet (2,704 bytes at most). */
const LONGEST = 200;

const isText = (field: Field): boolean => searchOf(field) === 'part';
const isShort = (field: Field): boolean => isText(field) && (!('maxLength' in field) || field.maxLength <= LONGEST);

/** What rows are ordered by that have a field's value in `column`. */
export const orderOf = (field: Field, column: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (!isText(field)) return column;
  // To the letter what `orderExpression` says, or no index serves it.
  return isShort(field) ? sql`left(balcao_norm(${column}), ${sql.lit(LONGEST)})` : sql`balcao_norm(${column})`;
};

/** What an index in the order of a short text is made of. @param column quoted */
export const orderExpression = (column: string): string => `left(balcao_norm(${column}), ${LONGEST})`;

/**
 * Whether a field has an index in its order: a short text that the list shows or opens in the order of. Numbers, dates
 * and choices are quick to sort as they are; of a text, it is losing its accents that takes long.
 */
export const hasOrderIndex = (resource: Resource, name: string, field: Field): boolean =>
  isShort(field) && (resource.list.columns.includes(name) || resource.list.sort[0] === name);
