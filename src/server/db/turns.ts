/** Changes of one record take turns before they take a connection: calls on a record that is held leave the pool to everybody else. */
import type {Transaction} from 'kysely';
import type {Db, Tables} from './tables.ts';
import {isStuck} from './trouble.ts';

/** The last call in line for each record. */
const lines = new WeakMap<Db, Map<string, Promise<unknown>>>();

/**
 * A transaction that changes one record, after those for the same record that this process began before.
 * Never inside another transaction.
 *
 * @param table with `id` names the record
 * @throws what `work` throws; where the record is held by a stranger for too long, or the database is out, everybody in line is told
 *   at once what the first of them was told
 */
export const changeRecord = async <T>(db: Db, table: string, id: number, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> => {
  const line = lines.get(db) ?? new Map<string, Promise<unknown>>();
  lines.set(db, line);
  const record = `${table} ${id}`;
  const change = (): Promise<T> => db.transaction().execute(work);
  const mine = (line.get(record) ?? Promise.resolve()).then(change, (error: unknown) => {
    if (isStuck(error)) throw error;
    return change();
  });
  line.set(record, mine);
  try {
    return await mine;
  } finally {
    if (line.get(record) === mine) line.delete(record);
  }
};
