import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A temporary folder, and what removes it. */
export const temporaryFolder = async (): Promise<{folder: string; remove(): Promise<void>}> => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-'));
  return {folder, remove: () => rm(folder, {recursive: true, force: true})};
};

/** For processes of Node that tests start: what it made of the same sources before is not compiled again. */
export const COMPILED = {NODE_COMPILE_CACHE: join(tmpdir(), 'balcao-compilado')};

/**
 * Arguments of Node for processes that are soon over: the embedded database runs as it was compiled first. What V8 makes of it besides
 * takes more CPU than the first two thousand statements, and pays after some thousands more.
 */
export const BRIEF = ['--liftoff-only'];
