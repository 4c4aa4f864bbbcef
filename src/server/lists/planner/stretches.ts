/**
 * Splits a list's order into segments: rows with a sort value, then rows without, in either direction.
 * A single index serves both, but read alone it would start a descending order with empty values.
 */
import {sql} from 'kysely';
import type {Resource} from '../../../schema/config/config.ts';
import type {Predicate} from '../../db/conditions/rows.ts';
import {comparedValue, emptinessOf, orderedValue, type Emptiness} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {ALIAS} from '../../reach/select.ts';

export interface Order {
  /** The value as the order's index has it. */
  value: Sql;
  /** Value that found rows are sorted by; null: empty. */
  sorted: Sql;
  /** undefined: never empty. */
  emptiness: Emptiness | undefined;
}

export interface Stretch {
  where: Predicate;
  /** Sort expressions, most significant first. */
  by: readonly Sql[];
}

export const ID: Sql = sql.ref(`${ALIAS}.id`);

/** @param name a field with its own column, or `id` */
export const orderBy = (resource: Resource, name: string): Order => {
  const field = resource.fields[name];
  if (field === undefined) return {value: ID, sorted: ID, emptiness: undefined};
  const columnArguments = [resource, name, field, ALIAS] as const;
  return {value: comparedValue(...columnArguments), sorted: orderedValue(...columnArguments), emptiness: emptinessOf(...columnArguments)};
};

/** All rows as one segment, empty values where the index has them. */
export const wholeOf = ({value}: Order): Stretch => ({where: sql`true`, by: [value, ID]});

interface OrderSegments {
  filled: Stretch;
  missing: Stretch;
  /** undefined: the order is not by text. */
  blank: Stretch | undefined;
  /** Missing and blank rows together, by id; no index has this order. */
  empty: Stretch;
}

export const stretchesOf = ({value}: Order, {isFilled, isMissing, isBlank}: Emptiness): OrderSegments => {
  const columns = [value, ID];
  const missing = {where: isMissing, by: columns};
  return {
    filled: {where: isFilled, by: columns}, missing,
    blank: isBlank && {where: isBlank, by: columns},
    empty: isBlank === undefined ? missing : {where: sql`(${isMissing} or ${isBlank})`, by: [ID]},
  };
};

export type Direction = 'asc' | 'desc';

/** ORDER BY expressions of a segment. */
export const inOrder = ({by}: Stretch, direction: Direction): Sql => sql.join(by.map(column => sql`${column} ${sql.raw(direction)}`));
