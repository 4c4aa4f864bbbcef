import type {Env} from '../env.ts';
import {diskShelf} from './diskShelf.ts';
import type {S3Env} from './s3Shelf.ts';
import type {Shelf} from './shelf.ts';

export type ShelfEnv = S3Env & Pick<Env, 'FILES_IN'>;

const withFallback = (primary: Shelf, fallback: Shelf): Shelf => ({
  ...primary, also: fallback, alone: primary,
  open: async (path, range) => (await primary.open(path, range)) ?? fallback.open(path, range),
  look: async path => (await primary.look(path)) ?? fallback.look(path),
});

export const usesBucket = ({S3_URL, FILES_IN}: Pick<Env, 'S3_URL' | 'FILES_IN'>): boolean => S3_URL !== undefined && FILES_IN !== 'pasta';

/** @param folder of files without a bucket, or from before there was one */
export const openShelf = async (env: ShelfEnv, folder: string): Promise<Shelf> => {
  const disk = diskShelf(folder);
  if (env.S3_URL === undefined) return disk;
  const {s3Shelf} = await import('./s3Shelf.ts');
  const bucket = s3Shelf(env);
  return usesBucket(env) ? withFallback(bucket, disk) : withFallback(disk, bucket);
};

/** Lists the files of a storage and of its fallback; a file on both is listed twice. */
export async function* everywhere(storage: Shelf): ReturnType<Shelf['list']> {
  yield* storage.list();
  if (storage.also !== undefined) yield* storage.also.list();
}
