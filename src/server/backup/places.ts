/** Where things lie, in DATA_DIR and in a backup alike. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {foldersOf} from '../dataDir.ts';
import type {Env} from '../env.ts';
import {placeIn} from '../files/layout.ts';
import type {Listed, Shelf} from '../files/shelf.ts';
import {everywhere, openShelf, type ShelfEnv} from '../files/shelves.ts';

/** What of an environment says where database and files are. */
export type Place = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & ShelfEnv;

export const shelfOf = (env: Place): Promise<Shelf> => openShelf(env, foldersOf(env.DATA_DIR).files);

/** What a PostgreSQL server's database is dumped to. */
export const DUMP = 'banco.dump';

/** In DATA_DIR: a restore on its way. While it is there, what lies beside it is not whole. */
const RESTORING = 'restaurando';

/** Where the bytes of files are: `aa/bb/{uuid}`, or some day's bin. By key. */
export const storedFiles = async (
  shelf: Shelf,
): Promise<{stored: Map<string, Listed>; binned: Map<string, Listed>; others: Listed[]}> => {
  const stored = new Map<string, Listed>();
  const binned = new Map<string, Listed>();
  const others: Listed[] = [];
  for await (const one of everywhere(shelf)) {
    const place = placeIn(one.path);
    if (place === undefined) others.push(one);
    else (place.day === undefined ? stored : binned).set(place.key, one);
  }
  return {stored, binned, others};
};

export const restoringFolder = (dataDir: string): string => join(dataDir, RESTORING);

/** Keeps the server from starting on half a restore. @throws Error, one Portuguese sentence */
export const refuseHalfRestored = (dataDir: string): void => {
  if (existsSync(restoringFolder(dataDir))) {
    throw new Error(`A restauração em ${dataDir} não terminou: espere por ela ou, se foi interrompida, rode npm run restore de novo.`);
  }
};
