/** Queues changes of one record before they take a connection, so that a locked record cannot exhaust the pool. */
import type {Transaction} from 'kysely';
import type {Db, Tables} from './tables.ts';
import {isDeadlock, isRetryPointless} from './databaseErrors.ts';

const queues = new WeakMap<Db, Map<string, Promise<unknown>>>();

const MAX_DEADLOCK_RETRIES = 5;

/**
 * Runs a transaction, and again where PostgreSQL ended it to resolve a deadlock, because two actions may lock further records (`does`,
 * `creates`) in different orders. The other transaction goes on meanwhile, so that a retry waits for it and succeeds.
 */
export const runTransaction = async <T>(
  db: Db, work: (trx: Transaction<Tables>) => Promise<T>, retries = MAX_DEADLOCK_RETRIES,
): Promise<T> => {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (retries === 0 || !isDeadlock(error)) throw error;
    return runTransaction(db, work, retries - 1);
  }
};

/**
 * Runs a transaction that changes one record, after earlier ones of this process for the same record.
 * Never inside another transaction.
 *
 * @param table with `id` identifies the record
 * @throws what `work` throws; after a lock timeout or with an unavailable database, the whole queue fails with the first error
 */
export const changeRecord = async <T>(db: Db, table: string, id: number, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => {
  const queue = queues.get(db) ?? new Map<string, Promise<unknown>>();
  queues.set(db, queue);
  const record = `${table} ${id}`;
  const change = (): Promise<T> => runTransaction(db, work);
  const turn = (queue.get(record) ?? Promise.resolve()).then(change, (error: unknown) => {
    if (isRetryPointless(error)) throw error;
    return change();
  });
  queue.set(record, turn);
  try {
    return await turn;
  } finally {
    if (queue.get(record) === turn) queue.delete(record);
  }
};
