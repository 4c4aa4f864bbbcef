/** Loaded into a measured process before its own code: tells its parent what it has used so far, when it is asked. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {Client} from 'pg';

/** What a process has used since it started. */
export interface Used {
  /** Statements sent to a PostgreSQL server, `begin` and `commit` among them. */
  statements: number;
  /** Milliseconds of CPU, all threads. */
  cpu: number;
  /** Bytes of memory, now. */
  memory: number;
  /** Those of them that objects and buffers have which somebody still holds; only where what nobody holds was to be collected before. */
  held: number | undefined;
}

/** What a parent asks for: what was used, and what is held. */
export type Asked = 'used' | 'held';

let statements = 0;
const prototype = Client.prototype as {query: (...args: unknown[]) => unknown};
const {query} = prototype;
prototype.query = function counted(...args) {
  statements += 1;
  return query.apply(this, args);
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const held = (): number => {
  collect();
  const {heapUsed, external} = process.memoryUsage();
  return heapUsed + external;
};

process.on('message', (asked: Asked) => {
  const {user, system} = process.cpuUsage();
  const used: Used = {
    statements, cpu: (user + system) / 1000, held: asked === 'held' ? held() : undefined, memory: process.memoryUsage.rss(),
  };
  process.send?.(used);
});
// Whoever listens keeps no process alive.
process.channel?.unref();
