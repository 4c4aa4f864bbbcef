/** PostgreSQL's own programs, which back up and restore a server's database. */
import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdir} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import type {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {promisify} from 'node:util';
import {Client} from 'pg';

type Name = 'pg_dump' | 'pg_restore';

interface Program {
  path: string;
  /** Major version. */
  version: number;
}

const run = promisify(execFile);

/** Where Debian and its kin keep one folder for each version. */
const PACKAGED = '/usr/lib/postgresql';

const folders = async (path: string): Promise<string[]> => {
  const versions = await readdir(PACKAGED).catch(() => []);
  return [...path.split(delimiter).filter(folder => folder !== ''), ...versions.map(version => join(PACKAGED, version, 'bin'))];
};

const versionOf = async (path: string): Promise<number | undefined> => {
  const said = await run(path, ['--version']).catch(() => undefined);
  const major = /\(PostgreSQL\) (\d+)/.exec(said?.stdout ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
};

/**
 * The program whose version is nearest to `atLeast`: an older one does not know the database, a much newer one may write
 * what the other side does not understand.
 *
 * @param path the folders to look in first, as PATH has them
 * @throws Error, one Portuguese sentence, when the machine has none
 */
export const findProgram = async (name: Name, atLeast: number, path = process.env['PATH'] ?? ''): Promise<Program> => {
  const found: Program[] = [];
  for (const folder of await folders(path)) {
    const candidate = join(folder, name);
    const version = await versionOf(candidate);
    if (version !== undefined) found.push({path: candidate, version});
  }
  const [best] = found.filter(one => one.version >= atLeast).toSorted((a, b) => a.version - b.version);
  if (best !== undefined) return best;
  const have = found.length === 0 ? '' : ` (há ${found.map(one => one.version).join(', ')})`;
  throw new Error(`Este comando precisa do ${name} do PostgreSQL ${atLeast} ou mais novo${have}. Instale o pacote postgresql-client.`);
};

/** Connection options of an address that libpq takes from the environment under these names. */
const OPTIONS = {
  sslmode: 'PGSSLMODE', sslrootcert: 'PGSSLROOTCERT', sslcert: 'PGSSLCERT', sslkey: 'PGSSLKEY', options: 'PGOPTIONS',
} as const;

/** The database of an address, in the environment of a program: never on its command line, which everybody on the machine can read. */
export const connectionEnv = (url: string): Record<string, string> => {
  // Read by the library that the server connects with, so that both mean the same database.
  const {host, port, user = '', database = '', password} = new Client({connectionString: url});
  const env: Record<string, string> = {
    PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database, PGAPPNAME: 'balcao-backup', PGCONNECT_TIMEOUT: '10',
  };
  if (typeof password === 'string') env['PGPASSWORD'] = password;
  const {searchParams} = new URL(url);
  for (const [name, variable] of Object.entries(OPTIONS)) {
    const value = searchParams.get(name);
    if (value !== null) env[variable] = value;
  }
  // The library's own words for an encrypted line whose certificate nobody checks.
  if (env['PGSSLMODE'] === 'no-verify' || (env['PGSSLMODE'] === undefined && ['true', '1'].includes(searchParams.get('ssl') ?? ''))) {
    env['PGSSLMODE'] = 'require';
  }
  return env;
};

/** Starts a program on the database of `url`; killed when `signal` aborts. */
export const startProgram = (
  {path}: Program, args: readonly string[], url: string, signal: AbortSignal,
): {stdout: Readable; ended: Promise<void>} => {
  const child = spawn(path, args, {env: {...process.env, ...connectionEnv(url)}, stdio: ['ignore', 'pipe', 'pipe'], signal});
  const ended = (async (): Promise<void> => {
    const [said] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (child.exitCode === 0) return;
    // Its errors; what follows them (CONTEXT) may show values of rows.
    const reasons = said.split('\n').filter(line => /\b(?:error|fatal|erro)\b/i.test(line));
    throw new Error(`O ${path} não terminou:\n${reasons.join('\n')}`);
  })();
  return {stdout: child.stdout, ended};
};
