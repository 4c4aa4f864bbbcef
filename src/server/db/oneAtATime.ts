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
/** Held by a transaction while its process sweeps the files. */
export const FILES_LOCK = 8_112_030;

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

/** Does work on a server's database, unless another process is at it: then nothing. */
export const unlessElsewhere = (db: Db, lock: number, work: () => Promise<void>): Promise<void> => db.transaction().execute(async trx => {
  // The work is done by other connections; this one rests, and sees nothing that would keep old rows from being cleaned up.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
  const {rows: [taken]} = await sql<{isOurs: boolean}>`select pg_try_advisory_xact_lock(${sql.lit(lock)}) as "isOurs"`.execute(trx);
  if (taken?.isOurs === true) await work();
});
