/** Which shelf an environment says. */
import type {Env} from '../env.ts';
import {diskShelf} from './diskShelf.ts';
import type {S3Env} from './s3Shelf.ts';
import type {Shelf} from './shelf.ts';

export type ShelfEnv = S3Env & Pick<Env, 'FILES_IN'>;

/** What is new goes to `first`; what has not been moved there yet is read where it lies. */
const withRest = (first: Shelf, rest: Shelf): Shelf => ({
  ...first, also: rest, alone: first,
  open: async (path, range) => (await first.open(path, range)) ?? rest.open(path, range),
  look: async path => (await first.look(path)) ?? rest.look(path),
});

/** Whether new files go to a bucket. */
export const usesBucket = ({S3_URL, FILES_IN}: Pick<Env, 'S3_URL' | 'FILES_IN'>): boolean => S3_URL !== undefined && FILES_IN !== 'pasta';

/** @param folder where files lie without a bucket, or lay before there was one */
export const openShelf = async (env: ShelfEnv, folder: string): Promise<Shelf> => {
  const disk = diskShelf(folder);
  if (env.S3_URL === undefined) return disk;
  // Most servers have none.
  const {s3Shelf} = await import('./s3Shelf.ts');
  const bucket = s3Shelf(env);
  return usesBucket(env) ? withRest(bucket, disk) : withRest(disk, bucket);
};

/** Every file of a shelf and of what is still to be moved to it; one that lies on both is told twice. */
export async function* everywhere(shelf: Shelf): ReturnType<Shelf['list']> {
  yield* shelf.list();
  if (shelf.also !== undefined) yield* shelf.also.list();
}
