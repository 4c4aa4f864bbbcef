/** Loaded into a measured process before its own code: tells its parent what it has used so far, when it is asked. */
import {Client} from 'pg';

/** What a process has used since it started. */
export interface Used {
  /** Statements sent to a PostgreSQL server, `begin` and `commit` among them. */
  statements: number;
  /** Milliseconds of CPU, all threads. */
  cpu: number;
  /** Bytes of memory, now. */
  memory: number;
}

let statements = 0;
const prototype = Client.prototype as {query: (...args: unknown[]) => unknown};
const {query} = prototype;
prototype.query = function counted(...args) {
  statements += 1;
  return query.apply(this, args);
};

process.on('message', () => {
  const {user, system} = process.cpuUsage();
  const used: Used = {statements, cpu: (user + system) / 1000, memory: process.memoryUsage.rss()};
  process.send?.(used);
});
// Whoever listens keeps no process alive.
process.channel?.unref();
