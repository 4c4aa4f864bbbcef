import type {Env} from '../env.ts';
import {createDiskStorage} from './diskStorage.ts';
import type {S3Env} from './s3Storage.ts';
import type {FileStorage} from './storage.ts';

export type StorageEnv = S3Env & Pick<Env, 'FILES_IN'>;

const withFallback = (primary: FileStorage, fallback: FileStorage): FileStorage => ({
  ...primary, fallback, primary,
  open: async (path, range) => (await primary.open(path, range)) ?? fallback.open(path, range),
  stat: async path => (await primary.stat(path)) ?? fallback.stat(path),
});

export const usesBucket = ({S3_URL, FILES_IN}: Pick<Env, 'S3_URL' | 'FILES_IN'>): boolean => S3_URL !== undefined && FILES_IN !== 'pasta';

/** @param folder of files without a bucket, or from before there was one */
export const openStorage = async (env: StorageEnv, folder: string): Promise<FileStorage> => {
  const disk = createDiskStorage(folder);
  if (env.S3_URL === undefined) return disk;
  const {createS3Storage} = await import('./s3Storage.ts');
  const bucket = createS3Storage(env);
  return usesBucket(env) ? withFallback(bucket, disk) : withFallback(disk, bucket);
};

/** Lists the files of a storage and of its fallback; a file on both is listed twice. */
export async function* listWithFallback(storage: FileStorage): ReturnType<FileStorage['list']> {
  yield* storage.list();
  if (storage.fallback !== undefined) yield* storage.fallback.list();
}
