import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readdir, readFile, rename, rm, stat} from 'node:fs/promises';
import {join, relative, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {readApiUrl} from '../../server/env.ts';

/** Everything that changes what the portal build gives. */
const FOLDERS = ['src/portal', 'src/schema', 'src/run/portal'];
const CONFIG = 'resources.config.ts';
const FILES = ['index.html', 'package-lock.json', CONFIG, 'vite.config.ts'];

/**
 * A short name for the state of all inputs of the portal under `root`: same name, same portal.
 *
 * @throws Error with a sentence when VITE_API_URL is no address
 */
async function portalInputs(root: string, config: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`VITE_API_URL=${readApiUrl(process.env)}\0`);
  const contents = [config, ...await paths(root)].map(async path => ({path, bytes: await readFile(resolve(root, path))}));
  for (const {path, bytes} of await Promise.all(contents)) {
    hash.update(`${path}\0`);
    hash.update(bytes);
    hash.update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

async function paths(root: string): Promise<string[]> {
  const entries = await Promise.all(FOLDERS.map(folder => readdir(join(root, folder), {recursive: true, withFileTypes: true})));
  const found = entries.flat().filter(entry => entry.isFile())
    .map(({parentPath, name}) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
  return [...FILES, ...found].toSorted();
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const UNFINISHED = 'tmp-';
/** Finished builds that stay: a server still running on an older one keeps its files. */
const KEPT = 3;
const HOUR = 3_600_000;

/**
 * The folder of the built portal, built first when its inputs changed since.
 *
 * Each state of the inputs has a folder of its own, `dist/portal/{inputs}`, which appears whole by one rename: a killed
 * build leaves no half portal, and of two processes building at once the second finds its work done.
 *
 * @param file the config's, where it is not the tree's own
 * @param folder where in `dist` its builds are
 * @throws Error with Vite's reason when the build fails, or a sentence when VITE_API_URL is no address.
 */
export async function portalBuild(
  {root = ROOT, file = join(root, CONFIG), folder: own = 'portal'}: {root?: string; file?: string; folder?: string} = {},
): Promise<string> {
  const builds = join(root, 'dist', own);
  const folder = join(builds, await portalInputs(root, relative(root, file)));
  if (existsSync(folder)) return folder;

  process.stdout.write('Construindo o portal…\n');
  const start = performance.now();
  await mkdir(builds, {recursive: true});
  const unfinished = await mkdtemp(join(builds, UNFINISHED));
  try {
    await bundle(root, unfinished, file);
    await publish(unfinished, folder);
  } finally {
    await rm(unfinished, {recursive: true, force: true});
  }
  await removeOld(builds, folder);
  const seconds = ((performance.now() - start) / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1});
  process.stdout.write(`Portal construído em ${seconds} s.\n`);
  return folder;
}

/** Vite in a process of its own: it sets NODE_ENV, which `npm start` must not, and keeps hundreds of megabytes. */
async function bundle(root: string, outDir: string, config: string): Promise<void> {
  const script = fileURLToPath(new URL('bundle.ts', import.meta.url));
  const child = spawn(process.execPath, [script, root, outDir, config], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Fixed, because under NODE_ENV=test or development the bundle would hold React's slow half.
    env: {...process.env, NODE_ENV: 'production'},
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`Não foi possível construir o portal:\n${out}${err}`);
  // Warnings; a clean build says nothing.
  process.stderr.write(`${out}${err}`);
}

async function publish(unfinished: string, folder: string): Promise<void> {
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another process was quicker: its build is of the same inputs.
    if (!existsSync(folder)) throw error;
  }
}

/** Removes builds nobody needs: all but the newest few, and what a killed build left more than an hour ago. */
async function removeOld(builds: string, current: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(builds)).map(async name => {
      const path = join(builds, name);
      // Gone meanwhile when another process removes too.
      const changed = await stat(path).then(({mtimeMs}) => mtimeMs, () => 0);
      return {path, changed, unfinished: name.startsWith(UNFINISHED)};
    }),
  );
  const abandoned = found.filter(({unfinished, changed}) => unfinished && changed < Date.now() - HOUR);
  const finished = found.filter(({unfinished, path}) => !unfinished && path !== current);
  const spare = finished.toSorted((a, b) => b.changed - a.changed).slice(KEPT - 1);
  for (const {path} of [...abandoned, ...spare]) await rm(path, {recursive: true, force: true});
}
