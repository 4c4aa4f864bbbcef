/** Where things lie, in DATA_DIR and in a backup alike. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {placeIn} from '../files/layout.ts';
import {listed} from './copy.ts';

/** What a PostgreSQL server's database is dumped to. */
export const DUMP = 'banco.dump';

/** In DATA_DIR: a restore on its way. While it is there, what lies beside it is not whole. */
const RESTORING = 'restaurando';

/** Where the bytes of files are: `aa/bb/{uuid}`, or some day's bin. By key; paths are relative to the folder of files. */
export const storedFiles = async (
  folder: string,
): Promise<{stored: Map<string, string>; binned: Map<string, string>; others: string[]}> => {
  const stored = new Map<string, string>();
  const binned = new Map<string, string>();
  const others: string[] = [];
  for (const path of (await listed(folder)).files) {
    const place = placeIn(path);
    if (place === undefined) others.push(path);
    else (place.day === undefined ? stored : binned).set(place.key, path);
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
