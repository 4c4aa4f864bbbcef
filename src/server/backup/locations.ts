/** Locations of database and files, in DATA_DIR and in a backup. */
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {dataFolders} from '../dataDir.ts';
import type {Env} from '../env.ts';
import {parseStoredPath} from '../files/layout.ts';
import type {StorageEntry, FileStorage} from '../files/storage.ts';
import {listWithFallback, openStorage, type StorageEnv} from '../files/openStorage.ts';

export type DataEnv = Pick<Env, 'DATA_DIR' | 'DATABASE_URL'> & StorageEnv;

export const openDataStorage = (env: DataEnv): Promise<FileStorage> => openStorage(env, dataFolders(env.DATA_DIR).files);

export const DUMP_FILE = 'banco.dump';

/** Folder in DATA_DIR of a restore in progress. While it exists, the data beside it is incomplete. */
const RESTORING = 'restaurando';

export const listStoredFiles = async (
  storage: FileStorage,
): Promise<{stored: Map<string, StorageEntry>; binned: Map<string, StorageEntry>; others: StorageEntry[]}> => {
  const stored = new Map<string, StorageEntry>();
  const binned = new Map<string, StorageEntry>();
  const otherEntries: StorageEntry[] = [];
  for await (const entry of listWithFallback(storage)) {
    const storedPath = parseStoredPath(entry.path);
    if (storedPath === undefined) otherEntries.push(entry);
    else (storedPath.day === undefined ? stored : binned).set(storedPath.key, entry);
  }
  return {stored, binned, others: otherEntries};
};

export const restoringFolder = (dataDir: string): string => join(dataDir, RESTORING);

/** Keeps the server from starting on an incomplete restore. @throws Error, one Portuguese sentence */
export const refuseIncompleteRestore = (dataDir: string): void => {
  if (existsSync(restoringFolder(dataDir))) {
    throw new Error(`A restauração em ${dataDir} não terminou: espere por ela ou, se foi interrompida, rode npm run restore de novo.`);
  }
};
