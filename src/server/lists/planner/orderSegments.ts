/**
 * Splits a list's order into segments: rows with a sort value, then rows without, in either direction.
 * A single index serves both, but read alone it would start a descending order with empty values.
 */
import {sql} from 'kysely';
import type {Resource} from '../../../schema/shapes/config.ts';
import type {Predicate} from '../../db/conditions/fieldPredicates.ts';
import {comparedValue, emptinessPredicates, orderedValue, type EmptinessPredicates} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {RECORD_ALIAS} from '../../rowScope/select.ts';

export interface ListOrder {
  /** The value as the order's index has it. */
  value: Sql;
  /** Value that found rows are sorted by; null: empty. */
  sortValue: Sql;
  /** undefined: never empty. */
  emptiness: EmptinessPredicates | undefined;
}

export interface OrderSegment {
  where: Predicate;
  /** Sort expressions, most significant first. */
  by: readonly Sql[];
}

export const ID_COLUMN: Sql = sql.ref(`${RECORD_ALIAS}.id`);

/** @param name a field with its own column, or `id` */
export const listOrderBy = (resource: Resource, name: string): ListOrder => {
  const field = resource.fields[name];
  if (field === undefined) return {value: ID_COLUMN, sortValue: ID_COLUMN, emptiness: undefined};
  const columnArguments = [resource, name, field, RECORD_ALIAS] as const;
  return {
    value: comparedValue(...columnArguments), sortValue: orderedValue(...columnArguments),
    emptiness: emptinessPredicates(...columnArguments),
  };
};

/** All rows as one segment, empty values where the index has them. */
export const singleSegment = ({value}: ListOrder): OrderSegment => ({where: sql`true`, by: [value, ID_COLUMN]});

interface OrderSegments {
  filled: OrderSegment;
  missing: OrderSegment;
  /** undefined: the order is not by text. */
  blank: OrderSegment | undefined;
  /** Missing and blank rows together, by id; no index has this order. */
  empty: OrderSegment;
}

export const orderSegments = ({value}: ListOrder, {isFilled, isMissing, isBlank}: EmptinessPredicates): OrderSegments => {
  const columns = [value, ID_COLUMN];
  const missing = {where: isMissing, by: columns};
  return {
    filled: {where: isFilled, by: columns}, missing,
    blank: isBlank && {where: isBlank, by: columns},
    empty: isBlank === undefined ? missing : {where: sql`(${isMissing} or ${isBlank})`, by: [ID_COLUMN]},
  };
};

export type SortDirection = 'asc' | 'desc';

/** ORDER BY expressions of a segment. */
export const orderByClause = ({by}: OrderSegment, direction: SortDirection): Sql =>
  sql.join(by.map(column => sql`${column} ${sql.raw(direction)}`));
