/** The PostgreSQL server that is measured: one that is given, or one started for this run alone. */
import {execFile, execFileSync} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {rmSync} from 'node:fs';
import {chown, mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {Client} from 'pg';
import {freePort} from '../../src/run/freePort.ts';
import {ordinaryOwner, programsFolder} from '../../src/run/postgresPrograms.ts';
import {atEnd} from './measured.ts';

const run = promisify(execFile);
const HOST = '127.0.0.1';
const USER = 'balcao';
/** What an operator would give a server of this size; everything else is PostgreSQL's own. */
const SETTINGS = {shared_buffers: '512MB', max_wal_size: '4GB', max_connections: 200};

export interface Server {
  version: string;
  /** A database of its own, gone with {@link Server.close}. @returns its address */
  database: () => Promise<string>;
  close: () => Promise<void>;
}

/** @returns the address, and how it is ended */
const start = async (): Promise<{url: string; stop: () => void}> => {
  const programs = await programsFolder();
  if (programs === undefined) {
    throw new Error('Não há PostgreSQL nesta máquina. Instale o pacote postgresql, ou informe um servidor em BENCH_DATABASE_URL.');
  }
  const owner = await ordinaryOwner();
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-pg-'));
  const data = join(folder, 'data');
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  // From '/', because the owner may not be allowed to stand in this folder.
  const as = {cwd: '/', ...owner};
  const control = (...args: string[]): [string, string[]] => [join(programs, 'pg_ctl'), ['-D', data, '-w', ...args]];
  const stop = (): void => {
    try {
      // By the process number in the folder's own file.
      execFileSync(...control('-m', 'immediate', 'stop'), {...as, stdio: 'ignore'});
    } catch {
      // It had not started, or is gone.
    }
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
  };
  const forget = atEnd(stop);
  const port = await freePort(0, HOST);
  const options = Object.entries({listen_addresses: HOST, unix_socket_directories: '', port, ...SETTINGS})
    .map(([name, value]) => `-c ${name}='${value}'`).join(' ');
  await run(join(programs, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'], as);
  await run(...control('-l', join(folder, 'log'), '-t', '60', '-o', options, 'start'), as);
  return {url: `postgres://${USER}@${HOST}:${port}/postgres`, stop: () => {
    stop();
    forget();
  }};
};

/**
 * @param given the address of a server on which databases may be made; undefined: one is started
 * @throws Error, one Portuguese sentence, where there is none to start
 */
export const benchServer = async (given: string | undefined): Promise<Server> => {
  const {url, stop} = given === undefined ? await start() : {url: given, stop: () => {}};
  const admin = new Client({connectionString: url});
  // Whoever waits for an answer hears of its end.
  admin.on('error', () => {});
  await admin.connect();
  const {rows: [told]} = await admin.query<{server_version: string}>('show server_version');
  const names: string[] = [];
  return {
    version: told?.server_version.split(' ')[0] ?? '',
    database: async () => {
      const name = `balcao_bench_${randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      names.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return own.href;
    },
    close: async () => {
      for (const name of names) await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      stop();
    },
  };
};
