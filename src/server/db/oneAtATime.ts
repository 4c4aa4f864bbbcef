/** Work at start that one process at a time does on a database. */
import {sql} from 'kysely';
import {withoutLimit} from './limits.ts';
import type {Db} from './tables.ts';

/** Any numbers, the same in every process of the product. */
const LOCKS = {preparation: 8_112_026, people: 8_112_027};
/** Taken by a transaction that folds counts, or makes them anew. */
export const COUNTS_LOCK = 8_112_028;
/** Taken by a transaction that writes the daily mails. */
export const MAILS_LOCK = 8_112_029;

/**
 * Waits for other processes at the same work, then does it.
 *
 * @param work gets the connection that holds the lock; on the embedded database, which no other process has, it is the only one
 */
export const oneAtATime = <T>(db: Db, lock: keyof typeof LOCKS, work: (connection: Db) => Promise<T>): Promise<T> =>
  // Limits are for requests; an index on a large table takes longer, and so may the others.
  withoutLimit(() => db.connection().execute(async connection => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`set lock_timeout = 0`.execute(connection);
    await sql`select pg_advisory_lock(${sql.lit(LOCKS[lock])})`.execute(connection);
    const free = async (): Promise<void> => {
      await sql`select pg_advisory_unlock(${sql.lit(LOCKS[lock])})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    };
    try {
      const result = await work(connection);
      await free();
      return result;
    } catch (error) {
      // A connection that broke holds no lock, and what went wrong first is what is told.
      await free().catch(() => {});
      throw error;
    }
  }));
