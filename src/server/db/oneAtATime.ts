/** Work at start that one process at a time does on a database. */
import {sql} from 'kysely';
import type {Db} from './tables.ts';

/** Any numbers, the same in every process of the product. */
const LOCKS = {preparation: 8_112_026, people: 8_112_027};

/**
 * Waits for other processes at the same work, then does it.
 *
 * @param work gets the connection that holds the lock; on the embedded database, which no other process has, it is the only one
 */
export const oneAtATime = <T>(db: Db, lock: keyof typeof LOCKS, work: (connection: Db) => Promise<T>): Promise<T> =>
  db.connection().execute(async connection => {
    // A server's limits are for requests; an index on a large table takes longer.
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(LOCKS[lock])})`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCKS[lock])})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
