import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A temporary folder, and what removes it. */
export const temporaryFolder = async (): Promise<{folder: string; remove(): Promise<void>}> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-'));
  return {folder, remove: () => rm(folder, {recursive: true, force: true})};
};
