/** The embedded database held still, so that its folder can be copied while the server goes on. */
import {sql} from 'kysely';
import type {Wal} from '../control/protocol.ts';
import type {Db} from '../db/tables.ts';

/**
 * Runs `work` while no statement runs: the embedded database is one process with one connection, which is taken, so its
 * folder is what `kill -9` at this moment would leave, with nothing to recover but a checkpoint. Others wait.
 */
export const holdStill = async <T>(db: Db, work: (wal: Wal) => Promise<T>): Promise<T> => {
  // Most of what is to be written is, before anybody waits.
  await sql`checkpoint`.execute(db);
  return db.connection().execute(async connection => {
    await sql`checkpoint`.execute(connection);
    const {rows: [wal]} = await sql<Wal>`
      select pg_walfile_name((pg_control_checkpoint()).redo_lsn) as first, pg_walfile_name(pg_current_wal_insert_lsn()) as last`
        .execute(connection);
    if (wal === undefined) throw new TypeError('a checkpoint without a place in the log');
    return work(wal);
  });
};
