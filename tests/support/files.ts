/** A storage of files with rows in a test's database, without going through the API. */
import {mkdir, rename, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {sql} from 'kysely';
import {createDiskStorage} from '../../src/server/files/diskStorage.ts';
import {createAttachmentStore} from '../../src/server/files/createAttachmentStore.ts';
import type {StorageAndDatabase} from '../../src/server/files/identity.ts';
import {listTrash, listFileKeys} from '../../src/server/files/layout.ts';
import {createS3Storage} from '../../src/server/files/s3Storage.ts';
import type {FileStats, FileStorage} from '../../src/server/files/storage.ts';
import {gathered} from './gathered.ts';
import {otherStore, type S3Door} from './s3Door.ts';
import {PDF} from './tickets.ts';

export const DAY = 24 * 3_600_000;

/** A storage whose files can be made older. */
export interface TestStorage {
  storage: FileStorage;
  age(path: string, to: Date): Promise<void>;
}

export const testFolder = (folder: string): TestStorage => ({
  storage: createDiskStorage(folder), age: (path, to) => utimes(join(folder, path), to, to),
});

/** @param name what its paths begin with, so that each test has its own */
export const testBucket = ({env, objects}: S3Door, name: string): TestStorage => ({
  storage: createS3Storage({...env, S3_URL: `${env.S3_URL}/${name}`}),
  age: async (path, to) => {
    objects.get(`arquivos/${name}/${path}`)!.at = to;
  },
});

/** One of another store, that tells no other time than its own: what was made older is told so here. */
export const otherBucket = (): TestStorage => {
  const storage = createS3Storage(otherStore());
  const made = new Map<string, Date>();
  const older = (path: string, seen: FileStats): FileStats => ({...seen, modifiedMs: made.get(path)?.getTime() ?? seen.modifiedMs});
  return {
    storage: {
      ...storage,
      stat: async path => {
        const seen = await storage.stat(path);
        return seen && older(path, seen);
      },
      list: async function* (below) {
        for await (const {path, stats} of storage.list(below)) yield {path, ...(stats && {stats: older(path, stats)})};
      },
    },
    age: async (path, to) => void made.set(path, to),
  };
};

/** Takes away all that a folder or a bucket has. @returns what brings it back */
export const takeAway = async (from: string | S3Door): Promise<() => Promise<void>> => {
  if (typeof from === 'string') {
    await rename(from, `${from}-fora`);
    return () => rename(`${from}-fora`, from);
  }
  const all = [...from.objects];
  from.objects.clear();
  return async () => all.forEach(([key, stored]) => from.objects.set(key, stored));
};

/** Stores files as `days` ago. @returns their keys */
export const storedFiles = async ({storage, age}: TestStorage, count: number, days = 2): Promise<string[]> => {
  const store = createAttachmentStore(storage);
  const keys: string[] = [];
  for (let at = 0; at < count; at++) {
    const {key} = await store.put(Readable.from([PDF]));
    await age(key, new Date(Date.now() - days * DAY));
    keys.push(key);
  }
  return keys;
};

/** Gives files rows on the one ticket there is; deleted `days` ago where that is said. */
export const addRows = async ({db}: Pick<StorageAndDatabase, 'db'>, keys: readonly string[], deletedDays?: number): Promise<void> => {
  for (const chave of keys) {
    await sql`insert into tickets_arquivos (id_registro, chave, nome_arquivo, tipo, origem, tamanho, sha256, id_usuario, data_exclusao)
      select t.id, ${chave}, 'a.pdf', 'Laudo', 'Portal', ${PDF.length}, '', t.id_usuario, now() - make_interval(days => ${deletedDays ?? null}::integer)
      from tickets t order by t.id limit 1`.execute(db);
  }
};

/** Where everything is: keys where they belong, and those of the bin with their day. */
export const contentsOf = async (storage: FileStorage): Promise<{stored: string[]; bin: string[]}> => ({
  stored: (await gathered(listFileKeys(storage))).toSorted((a, b) => a.localeCompare(b)),
  bin: (await gathered(listTrash(storage))).map(({day, key}) => `${day}/${key}`).toSorted((a, b) => a.localeCompare(b)),
});

/** A place with a folder of its own. */
export const placeIn = async (
  root: string, name: string, {db}: Pick<StorageAndDatabase, 'db'>,
): Promise<StorageAndDatabase & TestStorage & {folder: string}> => {
  const folder = join(root, name, 'files');
  await mkdir(join(root, name), {recursive: true});
  return {folder, ...testFolder(folder), db, name: 'servidor/banco'};
};
