import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readdir, readFile, rename, rm, stat} from 'node:fs/promises';
import {join, relative, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {readApiUrl} from '../../server/env.ts';
import {listOwnScreenFiles} from '../filesBeside.ts';

const FOLDERS = ['src/portal', 'src/schema', 'src/run/portal'];
const CONFIG = 'resources.config.ts';
const FILES = ['index.html', 'package-lock.json', CONFIG, 'vite.config.ts'];

/**
 * Short hash of all inputs of the portal under `root`.
 *
 * @throws Error with a sentence when VITE_API_URL is no address
 */
async function hashInputs(root: string, config: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`VITE_API_URL=${readApiUrl(process.env)}\0`);
  const ownScreenFiles = (await listOwnScreenFiles(resolve(root, config))).map(path => relative(root, path));
  const paths = [config, ...ownScreenFiles, ...await listInputs(root)];
  const contents = paths.map(async path => ({path, bytes: await readFile(resolve(root, path))}));
  for (const {path, bytes} of await Promise.all(contents)) {
    hash.update(`${path}\0`);
    hash.update(bytes);
    hash.update('\0');
  }
  return hash.digest('hex').slice(0, 12);
}

async function listInputs(root: string): Promise<string[]> {
  const entries = await Promise.all(FOLDERS.map(folder => readdir(join(root, folder), {recursive: true, withFileTypes: true})));
  const inputs = entries.flat().filter(entry => entry.isFile())
    .map(({parentPath, name}) => relative(root, join(parentPath, name)).replaceAll('\\', '/'));
  return [...FILES, ...inputs].toSorted();
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const UNFINISHED = 'tmp-';
/** Finished builds to keep, because a server may still run on an older one. */
const KEPT_BUILDS = 3;
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Returns the folder of the built portal, built first when its inputs changed.
 *
 * A state of the inputs has its own folder, `dist/portal/{inputs}`, which one rename creates. A killed build leaves no half portal, and of
 * two concurrent builds the second finds the first's result.
 *
 * @param file the config, where it is not the tree's own
 * @param folder subfolder of `dist` for its builds
 * @throws Error with Vite's reason when the build fails, or a sentence when VITE_API_URL is no address
 */
export async function buildPortal(
  {root = ROOT, file = join(root, CONFIG), folder: subfolder = 'portal'}: {root?: string; file?: string; folder?: string} = {},
): Promise<string> {
  const builds = join(root, 'dist', subfolder);
  const folder = join(builds, await hashInputs(root, relative(root, file)));
  if (existsSync(folder)) return folder;

  process.stdout.write('Construindo o portal…\n');
  const startedAt = performance.now();
  await mkdir(builds, {recursive: true});
  const unfinished = await mkdtemp(join(builds, UNFINISHED));
  try {
    await bundle(root, unfinished, file);
    await publish(unfinished, folder);
  } finally {
    await rm(unfinished, {recursive: true, force: true});
  }
  await removeOld(builds, folder);
  const seconds = ((performance.now() - startedAt) / 1000).toLocaleString('pt-BR', {maximumFractionDigits: 1});
  process.stdout.write(`Portal construído em ${seconds} s.\n`);
  return folder;
}

/** Runs Vite in a child process, because it sets NODE_ENV, which `npm start` must not, and keeps hundreds of megabytes. */
async function bundle(root: string, outDir: string, config: string): Promise<void> {
  const script = fileURLToPath(new URL('bundle.ts', import.meta.url));
  const child = spawn(process.execPath, [script, root, outDir, config], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Fixed, because under NODE_ENV=test or development the bundle would contain React's slow development build.
    env: {...process.env, NODE_ENV: 'production'},
  });
  const [stdoutText, stderrText] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`Não foi possível construir o portal:\n${stdoutText}${stderrText}`);
  process.stderr.write(`${stdoutText}${stderrText}`);
}

async function publish(unfinished: string, folder: string): Promise<void> {
  try {
    await rename(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Removes all but the newest builds, and what a killed build left more than an hour ago. */
async function removeOld(builds: string, current: string): Promise<void> {
  const entries = await Promise.all(
    (await readdir(builds)).map(async name => {
      const path = join(builds, name);
      const modifiedMs = await stat(path).then(({mtimeMs}) => mtimeMs, () => 0);
      return {path, modifiedMs, unfinished: name.startsWith(UNFINISHED)};
    }),
  );
  const abandoned = entries.filter(({unfinished, modifiedMs}) => unfinished && modifiedMs < Date.now() - ABANDONED_AFTER_MS);
  const finished = entries.filter(({unfinished, path}) => !unfinished && path !== current);
  const outdated = finished.toSorted((a, b) => b.modifiedMs - a.modifiedMs).slice(KEPT_BUILDS - 1);
  for (const {path} of [...abandoned, ...outdated]) await rm(path, {recursive: true, force: true});
}
