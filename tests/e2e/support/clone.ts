/** A maintainer's own copy of the product, in which they change what they want. */
import {execFile} from 'node:child_process';
import {cp, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {portalBuild} from '../../../src/run/portal/build.ts';
import {temporaryFolder} from '../../support/server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** What `npm start` needs. */
const PARTS = ['src', 'index.html', 'package.json', 'package-lock.json', 'resources.config.ts', 'tsconfig.json', 'vite.config.ts'];

export interface Clone {
  root: string;
  /** Replaces a text that stands in the file exactly once. */
  edit(file: string, before: string, after: string): Promise<void>;
  /** The files that are no longer as they were cloned. */
  changed(): Promise<string[]>;
  /** Checks its types; rejects with what is wrong. In one thread: with several the compiler works twice as long in all. */
  checkTypes(): Promise<unknown>;
  remove(): Promise<void>;
}

const filesUnder = async (root: string): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const part of PARTS) {
    const entries = part === 'src' ? await readdir(join(root, part), {recursive: true, withFileTypes: true}) : [];
    const paths = part === 'src' ? entries.filter(one => one.isFile()).map(one => join(one.parentPath, one.name)) : [join(root, part)];
    for (const path of paths) found.set(relative(root, path), await readFile(path, 'latin1'));
  }
  return found;
};

export const cloneProduct = async (): Promise<Clone> => {
  const {folder: root, remove} = await temporaryFolder();
  for (const part of PARTS) await cp(join(ROOT, part), join(root, part), {recursive: true});
  // The portal as it is built already: its folder is named by what it was built of.
  const portal = await portalBuild(ROOT);
  await cp(portal, join(root, relative(ROOT, portal)), {recursive: true});
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  const before = await filesUnder(root);
  return {
    root, remove,
    edit: async (file, text, replacement) => {
      const source = await readFile(join(root, file), 'utf8');
      const pieces = source.split(text);
      if (pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} times: ${text}`);
      await writeFile(join(root, file), pieces.join(replacement));
    },
    changed: async () => {
      const now = await filesUnder(root);
      return [...new Set([...before.keys(), ...now.keys()])].filter(path => before.get(path) !== now.get(path));
    },
    checkTypes: () => {
      const compiler = ['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded'];
      return promisify(execFile)(process.execPath, compiler, {cwd: root});
    },
  };
};
