/** Advisory locks: work that one process at a time does on a database. */
import {setTimeout} from 'node:timers/promises';
import {sql} from 'kysely';
import type {Database} from './connection/open.ts';
import {withoutClientLimits} from './limits.ts';
import {sessionStatementPrefix} from './statementHints.ts';
import type {Db} from './tables.ts';

type Kind = Database['kind'];

const IDLE_TIMEOUT = 'idle_in_transaction_session_timeout';
/** Server-side timeouts; an overloaded process may be idle in a transaction longer than any request. */
const TIMEOUTS = [IDLE_TIMEOUT, 'statement_timeout', 'lock_timeout'];
/** Arbitrary keys, equal in every process of the product. */
const LOCKS = {preparation: 8_112_026, people: 8_112_027};
/** Held while a database is prepared or its preparation is previewed. */
const START_LOCK = 8_112_031;
export const COUNTS_LOCK = 8_112_028;
export const MAILS_LOCK = 8_112_029;
export const FILES_LOCK = 8_112_030;

/**
 * Lifts every timeout, because start-up work such as an index on a large table outlasts the limits of requests.
 * Session settings do not pass a pooler: a long start connects to the server itself (docs: operations).
 */
export const withoutTimeouts = <T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> =>
  withoutClientLimits(() => db.connection().execute(async connection => {
    for (const limit of TIMEOUTS) await sql`${sessionStatementPrefix}set ${sql.raw(limit)} = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      for (const limit of TIMEOUTS) await sql`${sessionStatementPrefix}reset ${sql.raw(limit)}`.execute(connection).catch(() => {});
    }
  }));

const POLL_INTERVAL_MS = 100;

const tryLock = async (db: Db, key: number): Promise<boolean> =>
  (await sql<{isOurs: boolean}>`select pg_try_advisory_xact_lock(${sql.lit(key)}) as "isOurs"`.execute(db)).rows[0]?.isOurs === true;

/** Holds a transaction-level advisory lock meanwhile, which works behind a pooler too. */
const whileLocked = <T>(db: Db, acquire: (trx: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> =>
  withoutClientLimits(() => db.transaction().execute(async trx => {
    for (const limit of TIMEOUTS) await sql`set local ${sql.raw(limit)} = 0`.execute(trx);
    await acquire(trx);
    return work();
  }));

/**
 * Waits for the advisory lock, then does the work. The embedded database has one process, and so no lock.
 *
 * @param work gets a connection without timeouts, another one than the lock's
 */
export const withAdvisoryLock = <T>(db: Db, kind: Kind, lock: keyof typeof LOCKS, work: (connection: Db) => Promise<T>): Promise<T> =>
  (kind === 'embedded' ? withoutTimeouts(db, work)
    : whileLocked(db, trx => sql`select pg_advisory_xact_lock(${sql.lit(LOCKS[lock])})`.execute(trx), () => withoutTimeouts(db, work)));

/**
 * Does the work while no other process starts or previews on this database.
 * Polls, because a blocking lock would deadlock with CREATE INDEX CONCURRENTLY, which waits for every older snapshot.
 */
export const withStartupLock = <T>(db: Db, kind: Kind, work: () => Promise<T>): Promise<T> => {
  const acquire = async (trx: Db): Promise<void> => {
    while (!await tryLock(trx, START_LOCK)) await setTimeout(POLL_INTERVAL_MS);
  };
  return kind === 'embedded' ? work() : whileLocked(db, acquire, work);
};

/** Does the work unless another process holds the lock. */
export const tryWithLock = (db: Db, lock: number, work: () => Promise<void>): Promise<void> => db.transaction().execute(async trx => {
  if (!await tryLock(trx, lock)) return;
  // The transaction stays idle while other connections work. The setting comes last, because a statement with rows would keep its snapshot
  // open and so hold back vacuum.
  await sql`set local ${sql.raw(IDLE_TIMEOUT)} = 0`.execute(trx);
  await work();
});
