/**
 * `npm test`, `npm run test:all` and `npm run test:faults`, which are modes of vitest (`suites.ts`): one run, whose arguments are vitest's
 * own. Where TEST_DATABASE_URL names no server and the machine has PostgreSQL's programs, one is started for this run alone: the API suite
 * is there in half the time, and real locks are among what it sees.
 * The last line is 'N passed, N failed' however the run ends.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {endWithNpm} from '../../src/run/command.ts';
import {COMPILED} from './folder.ts';
import {hasPostgres, startPostgres, type Postgres} from './postgres.ts';

/** Nothing that it keeps is worth waiting for a disk. */
const SETTINGS = {max_connections: 200, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off'};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const throwaway = async (): Promise<Postgres | undefined> => {
  if (process.env['TEST_DATABASE_URL']) return undefined;
  if (await hasPostgres()) {
    try {
      return await startPostgres(SETTINGS);
    } catch (error) {
      say(`PostgreSQL does not start here: ${String(error)}`);
    }
  }
  say('Without a PostgreSQL server: the API suite runs on the embedded database, and what only a server has is left out.');
  return undefined;
};

endWithNpm();
const postgres = await throwaway();
const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  // Threads that files start read their sources compiled: what strips their types is WebAssembly, and a thread that ends while another one
  // has it compiled may take the process with it (nodejs/node#64500).
  env: {...process.env, ...COMPILED, ...(postgres === undefined ? {} : {TEST_DATABASE_URL: postgres.superuserUrl})},
});
let summed = false;
run.once('message', () => (summed = true));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => run.kill(signal));
await once(run, 'close');
await postgres?.remove();
// A run that ended before its tests.
if (!summed) say('0 passed, 1 failed');
process.exitCode = run.exitCode ?? 1;
