/**
 * A PostgreSQL server from the machine's own programs, in a temporary folder, to be stopped, killed and frozen.
 *
 * Its settings are PostgreSQL's own unless others are asked for: fsync, full_page_writes and synchronous_commit stay on. Killing processes
 * loses nothing that the system already has in memory, but without synchronous_commit an acknowledged transaction may still stand in the
 * server's own, and without full_page_writes a page cut in the middle could not be mended: what is measured would not be ours.
 */
import {execFile, execFileSync} from 'node:child_process';
import {existsSync, readFileSync, realpathSync} from 'node:fs';
import {chown, mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {promisify} from 'node:util';
import {Client} from 'pg';
import {ordinaryOwner, programsFolder} from './postgresPrograms.ts';
import {ownPort} from './ownPort.ts';
import {whenWeAreGone} from './whenWeAreGone.ts';

const run = promisify(execFile);
const HOST = '127.0.0.1';
const SUPERUSER = 'balcao';
const DATABASE = 'balcao';
/** The product's own role: an ordinary one, so that the last connections stay the superuser's. */
const ROLE = 'portal';

export interface Postgres {
  readonly port: number;
  /** The product's database, as its ordinary role: DATABASE_URL. */
  readonly url: string;
  /** The server as its superuser: TEST_DATABASE_URL. */
  readonly superuserUrl: string;
  /** Asks as superuser, on a connection of its own. */
  query<Row extends Record<string, unknown>>(sql: string): Promise<Row[]>;
  /** A connection as the product's role, for who wants to hold one. The caller ends it. */
  connect(): Promise<Client>;
  /** `pg_ctl restart`: `fast` cuts the connections, `immediate` does not even write down what it has. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** SIGKILL to every process of it, and waits for the end of each. */
  kill9(): Promise<void>;
  /** Starts again after {@link kill9}; ready when it resolves. */
  start(): Promise<void>;
  /** SIGSTOP to every process of it: connections stay open and nobody answers. */
  freeze(): void;
  thaw(): void;
  /** `pg_ctl stop -m fast`: in order, and what follows it has heard all. */
  stop(): Promise<void>;
  /** Another server that is a copy of this one and follows it; ready to be asked, and to be promoted. */
  standby(): Promise<Postgres>;
  /** Makes of one that follows one that is written to. */
  promote(): Promise<void>;
  /** Ends it, whatever state it is in, and removes the folder. */
  remove(): Promise<void>;
}

/** Whether there is a PostgreSQL to start. */
export const hasPostgres = async (): Promise<boolean> => (await programsFolder()) !== undefined;

/** The program that copies a server that runs, beside the server's own: a folder of the PATH may have links to some of them alone. */
const copierIn = (programs: string): string => join(dirname(realpathSync(join(programs, 'postgres'))), 'pg_basebackup');
/** Whether one can have a {@link Postgres.standby}. */
export const hasStandby = async (): Promise<boolean> => {
  const programs = await programsFolder();
  return programs !== undefined && existsSync(copierIn(programs));
};

const postmasterOf = (data: string): number | undefined => {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
};

/** The postmaster and every process it started: each leads a group of its own, so that no signal to one group reaches them all. */
const processesOf = (data: string): number[] => {
  const postmaster = postmasterOf(data);
  if (postmaster === undefined) return [];
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], {encoding: 'utf8'}).trim().split('\n');
  const children = lines.map(line => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === postmaster);
  return [postmaster, ...children.map(([pid = 0]) => pid)];
};

const tell = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/** The postmaster first: stopped or dead, it starts no other process meanwhile. @returns who was told */
const signal = (data: string, name: NodeJS.Signals): Set<number> => {
  const postmaster = postmasterOf(data);
  if (postmaster === undefined) return new Set();
  const before = processesOf(data);
  tell(postmaster, name);
  const all = new Set([...before, ...processesOf(data)]);
  for (const pid of all) tell(pid, name);
  return all;
};

/** A process that ended counts as gone, whether or not somebody has asked how. */
const isGone = async (pid: number): Promise<boolean> => {
  const {stdout} = await run('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({stdout: ''}));
  return stdout.trim() === '' || stdout.trim().startsWith('Z');
};
const kill = async (data: string): Promise<void> => {
  for (const pid of signal(data, 'SIGKILL')) while (!await isGone(pid));
  // The next start would take it for that of a server which runs, as long as nobody has asked how this one ended.
  await rm(join(data, 'postmaster.pid'), {force: true});
};

/** Its first argument is the server's folder. */
const END_AND_REMOVE = `
  if pid=$(head -n 1 "$0/data/postmaster.pid"); then
    kill -CONT "$pid"; kill -QUIT "$pid"
    while kill -0 "$pid"; do sleep 1; done
  fi
  rm -rf "$0"`;

/** @param of the port of the one that it is a copy of; absent: one with an empty database */
const open = async (settings: Readonly<Record<string, string | number>>, of?: number): Promise<Postgres> => {
  const programs = await programsFolder();
  if (programs === undefined) throw new Error('PostgreSQL is not on this machine.');
  const owner = await ordinaryOwner();
  const folder = await mkdtemp(join(tmpdir(), 'balcao-pg-'));
  const data = join(folder, 'data');
  const unwatch = whenWeAreGone(END_AND_REMOVE, folder);
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const port = await ownPort();
  // From '/', because the owner may not be allowed to stand in this folder.
  const program = (name: string, args: readonly string[]) => run(resolve(programs, name), [...args], {cwd: '/', ...owner});
  // Nobody but TCP: the path of a socket has a limit that a temporary folder may exceed.
  const options = Object.entries({listen_addresses: HOST, unix_socket_directories: '', port, ...settings})
    .map(([name, value]) => `-c ${name}='${value}'`).join(' ');
  const server = (...args: readonly string[]) => program('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-t', '60', ...args]);
  const start = async () => void (await server('-o', options, 'start'));

  const clientOf = async (user: string): Promise<Client> => {
    const client = new Client({host: HOST, port, user, database: DATABASE});
    // Whoever holds a connection learns of its end from the next question.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const remove = async () => {
    await kill(data);
    await rm(folder, {recursive: true, force: true, maxRetries: 5});
    unwatch();
  };
  const make = async (): Promise<void> => {
    await program('initdb', ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
    await start();
    const first = new Client({host: HOST, port, user: SUPERUSER, database: 'postgres'});
    await first.connect();
    await first.query(`create role ${ROLE} login`);
    await first.query(`create database ${DATABASE} owner ${ROLE}`);
    await first.end();
  };
  try {
    if (of === undefined) await make();
    else {
      await program(copierIn(programs), ['-D', data, '-h', HOST, '-p', String(of), '-U', SUPERUSER, '-c', 'fast', '-R', '--no-sync']);
      await start();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    port,
    url: `postgres://${ROLE}@${HOST}:${port}/${DATABASE}`,
    superuserUrl: `postgres://${SUPERUSER}@${HOST}:${port}/postgres`,
    start, remove,
    query: async <Row extends Record<string, unknown>>(sql: string) => {
      const client = await clientOf(SUPERUSER);
      try {
        return (await client.query<Row>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    connect: () => clientOf(ROLE),
    restart: async mode => void (await server('-m', mode, 'restart')),
    kill9: () => kill(data),
    freeze: () => void signal(data, 'SIGSTOP'),
    thaw: () => void signal(data, 'SIGCONT'),
    stop: async () => void (await server('-m', 'fast', 'stop')),
    standby: () => open(settings, port),
    promote: async () => void (await server('promote')),
  };
};

/**
 * Starts a server with an empty database. Call `remove` in `afterAll`.
 *
 * @param settings beyond PostgreSQL's own, by name
 * @throws Error where there are no programs (ask {@link hasPostgres}) or it does not start
 */
export const startPostgres = (settings: Readonly<Record<string, string | number>> = {}): Promise<Postgres> => open(settings);
