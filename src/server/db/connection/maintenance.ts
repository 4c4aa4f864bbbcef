/**
 * What a PostgreSQL server does by itself and PGlite never: without checkpoints its log grows for ever, without vacuum its
 * queries slow down.
 */
import {sql} from 'kysely';
import type {Db} from '../tables.ts';

const MINUTE = 60_000;
const LOOK_EVERY = MINUTE / 2;
const CHECKPOINT_EVERY = 5 * MINUTE;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const VACUUM_EVERY = 60 * MINUTE;

const written = async (db: Db): Promise<number> => {
  const {rows} = await sql<{bytes: number}>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
};

/**
 * Checkpoints every 5 minutes or 64 MB of log, vacuums every hour, both only when something was written.
 * Runs through `db`, and so between transactions, never inside one.
 *
 * @returns what stops it, when the last round is done
 */
export const startMaintenance = async (db: Db, failed: (error: unknown) => void): Promise<() => Promise<void>> => {
  let checkpoint = {at: Date.now(), bytes: await written(db)};
  let vacuum = checkpoint;

  const look = async (): Promise<void> => {
    const now = {at: Date.now(), bytes: await written(db)};
    if (now.bytes > vacuum.bytes && now.at - vacuum.at >= VACUUM_EVERY) {
      await sql`vacuum (analyze)`.execute(db);
      vacuum = now;
    }
    const due = now.at - checkpoint.at >= CHECKPOINT_EVERY || now.bytes - checkpoint.bytes >= CHECKPOINT_BYTES;
    if (!due || now.bytes === checkpoint.bytes) return;
    await sql`checkpoint`.execute(db);
    checkpoint = {at: now.at, bytes: await written(db)};
  };

  let round = Promise.resolve();
  const timer = setInterval(() => {
    round = round.then(look).catch(failed);
  }, LOOK_EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
};
