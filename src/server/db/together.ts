/** Several writes as one statement: one way to the server and back, and all of them or none. */
import {sql, type RawBuilder} from 'kysely';
import type {Sql} from './tables.ts';

const FIRST = 'registro';

/** The id that the first of them answers, for the others: that of a record which is made with them. */
export const FIRST_ID: RawBuilder<number> = sql`(select id from ${sql.ref(FIRST)})`;

/**
 * Each reads what was there before any of them, and none sees what another writes but by {@link FIRST_ID}.
 *
 * @param first `returning` what the whole answers
 */
export const together = <T>(first: RawBuilder<T>, others: readonly Sql[]): RawBuilder<T> => {
  if (others.length === 0) return first;
  const beside = others.map((other, index) => sql`${sql.ref(`escrita_${index}`)} as (${other})`);
  return sql`with ${sql.join([sql`${sql.ref(FIRST)} as (${first})`, ...beside])} select * from ${sql.ref(FIRST)}`;
};
