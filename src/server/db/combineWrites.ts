import {sql, type RawBuilder} from 'kysely';
import type {Sql} from './tables.ts';

const FIRST_CTE = 'registro';

/** The id that the first write returns, for the writes that refer to the new record. */
export const FIRST_WRITE_ID: RawBuilder<number> = sql`(select id from ${sql.ref(FIRST_CTE)})`;

/**
 * Combines writes as one statement, a CTE each.
 * All share one snapshot, so no write sees another's but through {@link FIRST_WRITE_ID}.
 *
 * @param first its `returning` is the statement's result
 */
export const combineWrites = <T>(first: RawBuilder<T>, otherWrites: readonly Sql[]): RawBuilder<T> => {
  if (otherWrites.length === 0) return first;
  const otherCtes = otherWrites.map((write, index) => sql`${sql.ref(`escrita_${index}`)} as (${write})`);
  return sql`with ${sql.join([sql`${sql.ref(FIRST_CTE)} as (${first})`, ...otherCtes])} select * from ${sql.ref(FIRST_CTE)}`;
};
