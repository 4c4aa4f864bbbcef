/** The target folder of a backup: written under a temporary name, and renamed when complete. */
import {mkdir, mkdtemp, readdir, rename, rm, rmdir} from 'node:fs/promises';
import {basename, dirname, isAbsolute, join, relative, resolve} from 'node:path';
import {syncFolder} from '../files/diskStorage.ts';
import {syncFolders} from './sealedFiles.ts';

export const UNFINISHED_MARKER = '.incompleto-';

const listNames = async (folder: string): Promise<string[]> => readdir(folder).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return [];
  if (error.code === 'ENOTDIR') throw new Error(`${folder} não é uma pasta.`, {cause: error});
  throw error;
});

/**
 * Creates a folder beside `target`, fills it by `write`, and renames it when it is durable. Removed on failure; a killed process leaves it
 * under its unfinished name.
 *
 * @throws Error, one Portuguese sentence, when `target` is not empty or lies in a copied folder
 */
export const writeAtomically = async <T>(target: string, copied: readonly string[], write: (folder: string) => Promise<T>): Promise<T> => {
  const targetPath = resolve(target);
  if ((await listNames(targetPath)).length > 0) {
    throw new Error(`A pasta ${target} já existe e não está vazia. Escolha outra: um backup não é gravado sobre outro.`);
  }
  const enclosingFolder = copied.find(folder => {
    const pathFromFolder = relative(resolve(folder), targetPath);
    return !pathFromFolder.startsWith('..') && !isAbsolute(pathFromFolder);
  });
  if (enclosingFolder !== undefined) throw new Error(`A pasta ${target} fica dentro de ${enclosingFolder}, que é copiada. Escolha outra.`);
  await mkdir(dirname(targetPath), {recursive: true});
  const partial = await mkdtemp(join(dirname(targetPath), `${basename(targetPath)}${UNFINISHED_MARKER}`));
  try {
    const result = await write(partial);
    await syncFolders(partial);
    // An empty target is replaced; rmdir fails for one filled meanwhile.
    await rmdir(targetPath).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(partial, targetPath);
    await syncFolder(dirname(targetPath));
    return result;
  } catch (error) {
    await rm(partial, {recursive: true, force: true});
    throw error;
  }
};
