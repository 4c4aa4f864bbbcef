/** Several writes as one statement: one round trip, all or nothing. */
import {sql, type RawBuilder} from 'kysely';
import type {Sql} from './tables.ts';

const FIRST = 'registro';

/** The id that the first write returns, for the writes that refer to the new record. */
export const FIRST_ID: RawBuilder<number> = sql`(select id from ${sql.ref(FIRST)})`;

/**
 * Combines writes as one statement, a CTE each.
 * All share one snapshot, so no write sees another's but through {@link FIRST_WRITE_ID}.
 *
 * @param first its `returning` is the statement's result
 */
export const together = <T>(first: RawBuilder<T>, others: readonly Sql[]): RawBuilder<T> => {
  if (others.length === 0) return first;
  const beside = others.map((other, index) => sql`${sql.ref(`escrita_${index}`)} as (${other})`);
  return sql`with ${sql.join([sql`${sql.ref(FIRST)} as (${first})`, ...beside])} select * from ${sql.ref(FIRST)}`;
};
