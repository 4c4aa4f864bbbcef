/** Limits of one process at a PostgreSQL server: connections and timeouts. */
import {AsyncLocalStorage} from 'node:async_hooks';

const SECOND_MS = 1000;

export interface DatabaseLimits {
  /**
   * Pool size. Larger than the server's processor count, because a write mostly waits for its commit, and waiting commits share one disk
   * flush.
   */
  connections: number;
  connect: number;
  /** Waiting for a connection in work without client limits, because an overloaded machine may refuse all connections for a while. */
  startupConnect: number;
  /** `lock_timeout`. Less than `connect`, so that callers waiting for a connection get those of callers who gave up. */
  lock: number;
  statement: number;
  /** A statement of search-as-you-type, because its user types on. */
  search: number;
  /** Client-side timeout, longer than `statement_timeout`, so that only an unresponsive server is given up. */
  answer: number;
  transactionIdle: number;
  /** Idle time of a pooled connection, which keeps its prepared plans. */
  poolIdle: number;
}
export const DEFAULT_DATABASE_LIMITS: DatabaseLimits = {
  connections: 20, connect: 3 * SECOND_MS, startupConnect: 60 * SECOND_MS, lock: 2 * SECOND_MS, statement: 10 * SECOND_MS,
  search: 2 * SECOND_MS, answer: 12 * SECOND_MS, transactionIdle: 15 * SECOND_MS, poolIdle: 300 * SECOND_MS,
};

const unlimitedWork = new AsyncLocalStorage<true>();

/** Runs work without client-side limits, as at a start; `set` lifts the server's own limits. */
export const withoutClientLimits = <T>(work: () => Promise<T>): Promise<T> => unlimitedWork.run(true, work);
export const isWithoutClientLimits = (): boolean => unlimitedWork.getStore() === true;
