/** What takes seconds to make and is the same for every test of one state of the code: made once, kept among the temporary files. */
import {createHash, randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const KEPT = /^balcao-teste-[0-9a-f]{16}\./;
const DAY = 86_400_000;

const filesOf = async (path: string): Promise<string[]> => {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, {recursive: true, withFileTypes: true});
  return entries.filter(one => one.isFile()).map(one => join(one.parentPath, one.name));
};

/** A short name for the state of files and folders of this tree, and of these texts: same name, same state. */
export const stateOf = async (paths: readonly string[], texts: readonly string[] = []): Promise<string> => {
  const hash = createHash('sha256').update(texts.join('\0'));
  for (const path of paths) {
    const whole = join(ROOT, path);
    for (const file of (await filesOf(whole)).toSorted()) hash.update(`${relative(ROOT, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
};

/** What was kept of states that are no more. */
const removeOld = async (): Promise<void> => {
  for (const name of (await readdir(tmpdir())).filter(one => KEPT.test(one))) {
    const path = join(tmpdir(), name);
    const changed = await stat(path).then(({mtimeMs}) => mtimeMs, () => Date.now());
    if (changed < Date.now() - DAY) await rm(path, {recursive: true, force: true});
  }
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Makes what is to be at `path`, whole or not at all, in one process at a time: others wait until it is there, or its maker is gone.
 */
const makeOnce = async (path: string, make: (path: string) => Promise<void>): Promise<void> => {
  const lock = `${path}.lock`;
  while (!existsSync(path)) {
    const isOurs = await writeFile(lock, String(process.pid), {flag: 'wx'}).then(() => true, () => false);
    if (isOurs) {
      const own = `${path}.${randomUUID()}`;
      try {
        await make(own);
        await rename(own, path);
      } finally {
        await rm(own, {recursive: true, force: true});
        await rm(lock);
      }
    } else if (isRunning(Number(await readFile(lock, 'utf8').catch(() => '')))) await pause(100);
    else await rm(lock, {force: true});
  }
};

/**
 * The file or folder of a state, made first when it is not there.
 *
 * @param suffix tells what it is: `tar`
 * @param make writes it at the path it is given, where nothing is yet
 */
export const kept = async (state: string, suffix: string, make: (path: string) => Promise<void>): Promise<string> => {
  const path = join(tmpdir(), `balcao-teste-${state}.${suffix}`);
  if (existsSync(path)) return path;
  await removeOld();
  await makeOnce(path, make);
  return path;
};
