/** Setup of the API suite behind a pooler: PgBouncer in transaction mode before the server of TEST_DATABASE_URL, where the machine has it. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {chown, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import type {TestProject} from 'vitest/node';
import {ordinaryOwner} from './postgresPrograms.ts';
import {ownPort} from './ownPort.ts';
import {whenWeAreGone} from './whenWeAreGone.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port of the pooler on this machine; none where the machine has no PgBouncer, or nobody asked for one. */
    pooler?: number;
  }
}

/** A folder that an ordinary user's PATH need not have. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
const PROGRAM = FOLDERS.map(folder => join(folder, 'pgbouncer')).find(existsSync);

/** As docs/operations.md has it, but for whom it asks for a password. Pools of databases that were dropped end at once. */
const settings = (folder: string, server: URL, port: number): string => `
[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/userlist.txt
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
server_idle_timeout = 2
`;

export default async ({provide}: TestProject): Promise<(() => Promise<void>) | undefined> => {
  if (PROGRAM === undefined) return undefined;
  const server = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const [folder, port, owner] = await Promise.all([mkdtemp(join(tmpdir(), 'balcao-pooler-')), ownPort(), ordinaryOwner()]);
  const ini = join(folder, 'pgbouncer.ini');
  await writeFile(ini, settings(folder, server, port));
  await writeFile(join(folder, 'userlist.txt'), `"${decodeURIComponent(server.username)}" "${decodeURIComponent(server.password)}"\n`);
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const pooler = spawn(PROGRAM, [ini], {cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...owner});
  const ended = once(pooler, 'close');
  const unwatch = whenWeAreGone('kill -QUIT "$1"; rm -rf "$0"', folder, String(pooler.pid));
  let said = '';
  await Promise.race([ended, new Promise<void>(resolve => {
    pooler.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('process up')) resolve();
    });
  })]);
  if (!said.includes('process up')) throw new Error(`PgBouncer does not start here: ${said}`);
  provide('pooler', port);
  return async () => {
    pooler.kill('SIGQUIT');
    await ended;
    await rm(folder, {recursive: true});
    unwatch();
  };
};
