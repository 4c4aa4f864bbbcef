/** The folder a backup goes to: written beside it under another name, and there by one rename when it is whole. */
import {mkdir, mkdtemp, readdir, rename, rm, rmdir} from 'node:fs/promises';
import {basename, dirname, isAbsolute, join, relative, resolve} from 'node:path';
import {syncFolder} from '../files/diskShelf.ts';
import {syncFolders} from './copy.ts';

/** What the name of an unfinished backup holds. */
export const PARTIAL = '.incompleto-';

/** What is in a folder; nothing when it is not there. */
const namesIn = async (folder: string): Promise<string[]> => readdir(folder).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  if (error.code === 'ENOTDIR') throw new Error(`${folder} não é uma pasta.`, {cause: error});
  throw error;
});

/**
 * Makes a folder beside `target`, fills it by `write`, and gives it its name once all of it is on the disk. Removed when
 * that fails; a killed process leaves it under its unfinished name.
 *
 * @throws Error, one Portuguese sentence, when `target` holds anything or lies in a folder that is copied
 */
export const writeWhole = async <T>(target: string, copied: readonly string[], write: (folder: string) => Promise<T>): Promise<T> => {
  const final = resolve(target);
  if ((await namesIn(final)).length > 0) {
    throw new Error(`A pasta ${target} já existe e não está vazia. Escolha outra: um backup não é gravado sobre outro.`);
  }
  const inside = copied.find(folder => {
    const way = relative(resolve(folder), final);
    return !way.startsWith('..') && !isAbsolute(way);
  });
  if (inside !== undefined) throw new Error(`A pasta ${target} fica dentro de ${inside}, que é copiada. Escolha outra.`);
  await mkdir(dirname(final), {recursive: true});
  // Made with mode 700.
  const partial = await mkdtemp(join(dirname(final), `${basename(final)}${PARTIAL}`));
  try {
    const result = await write(partial);
    await syncFolders(partial);
    // An empty one may be there; one that has been filled meanwhile refuses.
    await rmdir(final).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(partial, final);
    await syncFolder(dirname(final));
    return result;
  } catch (error) {
    await rm(partial, {recursive: true, force: true});
    throw error;
  }
};
