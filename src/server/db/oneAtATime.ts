/** Work at start that one process at a time does on a database. */
import {setTimeout} from 'node:timers/promises';
import {sql} from 'kysely';
import type {Database} from './connection/open.ts';
import {withoutLimit} from './limits.ts';
import {ofSession} from './signs.ts';
import type {Db} from './tables.ts';

type Kind = Database['kind'];

/** The limit of a transaction that holds a lock while others work. */
const IDLE = 'idle_in_transaction_session_timeout';
/** What the server keeps; a process that starves may rest within a transaction longer than any request. */
const SERVERS = [IDLE, 'statement_timeout', 'lock_timeout'];
/** Any numbers, the same in every process of the product. */
const LOCKS = {preparation: 8_112_026, people: 8_112_027};
/** Taken by who prepares a database or looks at what that would do. */
const STARTS_LOCK = 8_112_031;
/** Taken by a transaction that folds counts, or makes them anew. */
export const COUNTS_LOCK = 8_112_028;
/** Taken by a transaction that writes the daily mails. */
export const MAILS_LOCK = 8_112_029;
/** Held by a transaction while its process sweeps the files. */
export const FILES_LOCK = 8_112_030;

/**
 * Work at start takes longer than what the limits of requests are for: an index on a large table, and so may the others. Behind a pooler
 * they hold: a start that takes long goes to the server itself (docs: operations).
 */
export const unlimited = <T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> =>
  withoutLimit(() => db.connection().execute(async connection => {
    for (const limit of SERVERS) await sql`${ofSession}set ${sql.raw(limit)} = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      // What went wrong first is what is told.
      for (const limit of SERVERS) await sql`${ofSession}reset ${sql.raw(limit)}`.execute(connection).catch(() => {});
    }
  }));

/** How often whoever waits for a start asks whether it is over, in milliseconds. */
const PAUSE = 100;

const isTaken = async (db: Db, key: number): Promise<boolean> =>
  (await sql<{isOurs: boolean}>`select pg_try_advisory_xact_lock(${sql.lit(key)}) as "isOurs"`.execute(db)).rows[0]?.isOurs === true;

/** Holds a lock in a transaction meanwhile, which a pooler gives to nobody else. */
const holding = <T>(db: Db, take: (trx: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> =>
  withoutLimit(() => db.transaction().execute(async trx => {
    for (const limit of SERVERS) await sql`set local ${sql.raw(limit)} = 0`.execute(trx);
    await take(trx);
    return work();
  }));

/**
 * Waits for other processes at the same work, then does it. The embedded database has no other process.
 *
 * @param work gets a connection without limits, which is not the one that holds the lock
 */
export const oneAtATime = <T>(db: Db, kind: Kind, lock: keyof typeof LOCKS, work: (connection: Db) => Promise<T>): Promise<T> =>
  (kind === 'embedded' ? unlimited(db, work)
    : holding(db, trx => sql`select pg_advisory_xact_lock(${sql.lit(LOCKS[lock])})`.execute(trx), () => unlimited(db, work)));

/**
 * One start or preview at a time. Who waits asks now and then: a statement that waited would be waited for by whoever makes an index beside
 * those who write, which is the very start that it waits for.
 */
export const inTurn = <T>(db: Db, kind: Kind, work: () => Promise<T>): Promise<T> => {
  const take = async (trx: Db): Promise<void> => {
    while (!await isTaken(trx, STARTS_LOCK)) await setTimeout(PAUSE);
  };
  return kind === 'embedded' ? work() : holding(db, take, work);
};

/** Does work on a server's database, unless another process is at it: then nothing. */
export const unlessElsewhere = (db: Db, lock: number, work: () => Promise<void>): Promise<void> => db.transaction().execute(async trx => {
  if (!await isTaken(trx, lock)) return;
  // The work is done by other connections; this one rests. Asked last, as what has rows stays open with its view of others', which would
  // keep those that died from being cleaned up.
  await sql`set local ${sql.raw(IDLE)} = 0`.execute(trx);
  await work();
});
