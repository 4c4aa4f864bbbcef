import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {readApiUrl} from '../../server/env.ts';

/** Everything that changes what the portal build gives. */
const FOLDERS = ['src/portal', 'src/schema', 'src/run/portal'];
const FILES = ['index.html', 'package-lock.json', 'resources.config.ts', 'vite.config.ts'];

/**
 * A short name for the state of all inputs of the portal under `root`: same name, same portal.
 *
 * @throws Error with a sentence when VITE_API_URL is no address
 */
export async function portalInputs(root: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(`VITE_API_URL=${readApiUrl(process.env)}\0`);
  const contents = (await paths(root)).map(async path => ({path, bytes: await readFile(join(root, path))}));
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
