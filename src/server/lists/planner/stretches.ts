/**
 * A list in its order, as two stretches: the records with a value to be ordered by, and after them, in either direction,
 * those without. Each is walked by the same index, which alone would begin a descending order with the empty ones.
 */
import {sql} from 'kysely';
import type {Resource} from '../../../schema/config/config.ts';
import type {Predicate} from '../../db/conditions/rows.ts';
import {comparedValue, emptinessOf, orderedValue, type Emptiness} from '../../db/ordering.ts';
import type {Sql} from '../../db/tables.ts';
import {ALIAS} from '../../reach/select.ts';

/** What the rows of a list are ordered by. */
export interface Order {
  /** The value as an index of its order has it. */
  value: Sql;
  /** The value by which rows are put in order once they are found; null for an empty one. */
  sorted: Sql;
  /** undefined: it is never empty. */
  emptiness: Emptiness | undefined;
}

export interface Stretch {
  where: Predicate;
  /** What its rows are ordered by, most significant first. */
  by: readonly Sql[];
}

export const ID: Sql = sql.ref(`${ALIAS}.id`);

/** @param name of a field with a column of its own, or `id` */
export const orderBy = (resource: Resource, name: string): Order => {
  const field = resource.fields[name];
  if (field === undefined) return {value: ID, sorted: ID, emptiness: undefined};
  const of = [resource, name, field, ALIAS] as const;
  return {value: comparedValue(...of), sorted: orderedValue(...of), emptiness: emptinessOf(...of)};
};

/** All rows as one stretch: whatever is empty is where an index has it. */
export const wholeOf = ({value}: Order): Stretch => ({where: sql`true`, by: [value, ID]});

interface Stretches {
  filled: Stretch;
  missing: Stretch;
  /** undefined: no text is ordered by. */
  blank: Stretch | undefined;
  /** Missing and blank ones together, in the order of their numbers: what no index walks. */
  empty: Stretch;
}

export const stretchesOf = ({value}: Order, {isFilled, isMissing, isBlank}: Emptiness): Stretches => {
  const by = [value, ID];
  const missing = {where: isMissing, by};
  return {
    filled: {where: isFilled, by}, missing,
    blank: isBlank && {where: isBlank, by},
    empty: isBlank === undefined ? missing : {where: sql`(${isMissing} or ${isBlank})`, by: [ID]},
  };
};

export type Direction = 'asc' | 'desc';

/** `order by` for one stretch. */
export const inOrder = ({by}: Stretch, direction: Direction): Sql => sql.join(by.map(one => sql`${one} ${sql.raw(direction)}`));
