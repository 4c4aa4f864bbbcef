/** Locations of database and files, in DATA_DIR and in a backup. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {foldersOf} from '../dataDir.ts';
import type {Env} from '../env.ts';
import {placeIn} from '../files/layout.ts';
import type {Listed, Shelf} from '../files/shelf.ts';
import {everywhere, openShelf, type ShelfEnv} from '../files/shelves.ts';

export type Place = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & ShelfEnv;

export const shelfOf = (env: Place): Promise<Shelf> => openShelf(env, foldersOf(env.DATA_DIR).files);

export const DUMP = 'banco.dump';

/** Folder in DATA_DIR of a restore in progress. While it exists, the data beside it is incomplete. */
const RESTORING = 'restaurando';

export const storedFiles = async (
  storage: Shelf,
): Promise<{stored: Map<string, Listed>; binned: Map<string, Listed>; others: Listed[]}> => {
  const stored = new Map<string, Listed>();
  const binned = new Map<string, Listed>();
  const otherEntries: Listed[] = [];
  for await (const entry of everywhere(storage)) {
    const storedPath = placeIn(entry.path);
    if (storedPath === undefined) otherEntries.push(entry);
    else (storedPath.day === undefined ? stored : binned).set(storedPath.key, entry);
  }
  return {stored, binned, others: otherEntries};
};

export const restoringFolder = (dataDir: string): string => join(dataDir, RESTORING);

/** Keeps the server from starting on an incomplete restore. @throws Error, one Portuguese sentence */
export const refuseHalfRestored = (dataDir: string): void => {
  if (existsSync(restoringFolder(dataDir))) {
    throw new Error(`A restauração em ${dataDir} não terminou: espere por ela ou, se foi interrompida, rode npm run restore de novo.`);
  }
};
