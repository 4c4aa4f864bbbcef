/** How much of a PostgreSQL server one process takes, and how long anything may wait for it. */
import {AsyncLocalStorage} from 'node:async_hooks';

const SECOND = 1000;

/** Times in milliseconds. */
export interface Limits {
  /**
   * At once; who finds them all in use waits for one. More than the server has processors: most of a write's time is its commit,
   * which waits for the disk, and those who wait together are written together.
   */
  connections: number;
  /** For a connection, new or of the pool. */
  connect: number;
  /** For the same, where what it is for may take any time: a machine that starves lets nobody in for a while. */
  connectAtLast: number;
  /** For a record that another transaction holds. Less than `connect`: who waits for a connection gets one from those who gave up. */
  lock: number;
  /** For one statement, kept by the server. */
  statement: number;
  /** For one statement of a search that is typed along with, whose answer nobody waits for as long. */
  search: number;
  /** For an answer, kept here. More than `statement`: only a server that does not answer any more is given up. */
  answer: number;
  /** For the next statement of a transaction, kept by the server. */
  idle: number;
  /** For somebody to use a connection again, with all that it has planned. */
  rest: number;
}
export const LIMITS: Limits = {
  connections: 20, connect: 3 * SECOND, connectAtLast: 60 * SECOND, lock: 2 * SECOND, statement: 10 * SECOND, search: 2 * SECOND,
  answer: 12 * SECOND, idle: 15 * SECOND, rest: 300 * SECOND,
};

const patient = new AsyncLocalStorage<true>();

/** Does work whose statements may take any time, as those of a start. The server's own limits are lifted apart, with `set`. */
export const withoutLimit = <T>(work: () => Promise<T>): Promise<T> => patient.run(true, work);
export const isWithoutLimit = (): boolean => patient.getStore() === true;
