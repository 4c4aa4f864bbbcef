/** A folder on a file system of its own, small enough to be filled, that can be made read-only. Only root may mount one. */
import {execFile} from 'node:child_process';
import {mkdir, open, rm, truncate} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {temporaryFolder} from './server.ts';
import {whenWeAreGone} from './whenWeAreGone.ts';

const run = promisify(execFile);
const MB = 1024 * 1024;

export interface SmallFolder {
  /** Takes all the room but `leave` bytes. */
  fill(leave?: number): Promise<void>;
  /** Gives the room back. */
  free(): Promise<void>;
  /** What is opened from now on cannot be written; what is open still can. */
  readOnly(): Promise<void>;
  writable(): Promise<void>;
  /** Takes the file system away; the folder stays. */
  remove(): Promise<void>;
}

/** Makes `folder`, when it is not there, and mounts a file system of so many MB on it. @throws what `mount` says */
export const mountSmall = async (folder: string, megabytes: number): Promise<SmallFolder> => {
  await mkdir(folder, {recursive: true});
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'balcao', folder]);
  // Once for the file system, once more where it is read-only.
  const called = whenWeAreGone('umount -l "$0"; umount -l "$0"; rm -rf "$0"', folder);
  const mounted = {layers: 1};
  const take = async () => {
    await run('umount', ['-l', folder]);
    mounted.layers -= 1;
  };
  const filler = join(folder, 'enchimento');
  return {
    fill: async (leave = 0) => {
      const file = await open(filler, 'w');
      let size = 0;
      try {
        for (;;) size += (await file.write(Buffer.alloc(MB / 16))).bytesWritten;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
      if (leave > 0) await truncate(filler, Math.max(0, size - leave));
    },
    free: () => rm(filler, {force: true}),
    readOnly: async () => {
      // A second view of it: the first cannot be changed while a file is open for writing.
      await run('mount', ['--bind', folder, folder]);
      mounted.layers += 1;
      await run('mount', ['-o', 'remount,bind,ro', folder]);
    },
    writable: take,
    remove: async () => {
      while (mounted.layers > 0) await take();
      called();
    },
  };
};

/** Why no file system can be mounted here; undefined: one can. */
export const noMount = async (): Promise<string | undefined> => {
  const {folder, remove} = await temporaryFolder();
  try {
    await (await mountSmall(folder, 1)).remove();
    return undefined;
  } catch (error) {
    const {message, stderr = message} = error as Error & {stderr?: string};
    return `no file system can be mounted: ${stderr.split('\n')[0]?.trim()}`;
  } finally {
    await remove();
  }
};
