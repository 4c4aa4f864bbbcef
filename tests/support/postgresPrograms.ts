/** The machine's own PostgreSQL: where its programs are, and who may run a server of it. */
import {execFile} from 'node:child_process';
import {access, constants, readdir} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {promisify} from 'node:util';

const run = promisify(execFile);

const isProgram = (path: string): Promise<boolean> => access(path, constants.X_OK).then(() => true, () => false);

/** The folder of PostgreSQL's programs: one of the PATH, else the newest of the packaged ones; undefined where there is none. */
export const programsFolder = async (): Promise<string | undefined> => {
  const packaged = '/usr/lib/postgresql';
  const versions = (await readdir(packaged).catch(() => [])).toSorted((a, b) => Number(b) - Number(a));
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map(version => join(packaged, version, 'bin'))];
  for (const folder of folders) {
    const found = await Promise.all(['initdb', 'pg_ctl', 'postgres'].map(program => isProgram(join(folder, program))));
    if (found.every(Boolean)) return folder;
  }
  return undefined;
};

interface Owner {
  uid: number;
  gid: number;
}

/** A server refuses to run as root: there it belongs to an ordinary user. Undefined: this process's own will do. */
export const ordinaryOwner = async (): Promise<Owner | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (kind: '-u' | '-g', name: string) => Number((await run('id', [kind, name])).stdout);
  const name = await run('id', ['postgres']).then(() => 'postgres', () => 'nobody');
  return {uid: await idOf('-u', name), gid: await idOf('-g', name)};
};
