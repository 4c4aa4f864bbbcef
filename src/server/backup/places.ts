/** Where things lie, in DATA_DIR and in a backup alike. */
import {join} from 'node:path';
import {listed} from './copy.ts';

/** What a PostgreSQL server's database is dumped to. */
export const DUMP = 'banco.dump';
/** In the folder of files: what database and files are known as a pair by. */
export const IDENTITY = 'identidade';
/** In the folder of files: `{day}/aa/bb/{uuid}`, what was taken away and can be brought back. */
export const BIN = 'lixeira';

/** In DATA_DIR: a restore on its way. While it is there, what lies beside it is not whole. */
export const RESTORING = 'restaurando';

/** Where the bytes of files are: `aa/bb/{uuid}`, or some day's bin. By key; paths are relative to the folder of files. */
export const storedFiles = async (folder: string): Promise<{stored: Map<string, string>; binned: Map<string, string>; others: string[]}> => {
  const stored = new Map<string, string>();
  const binned = new Map<string, string>();
  const others: string[] = [];
  for (const path of (await listed(folder)).files) {
    const [, day, key] = PLACE.exec(path) ?? [];
    if (key === undefined) others.push(path);
    else (day === undefined ? stored : binned).set(key, path);
  }
  return {stored, binned, others};
};

const PLACE = new RegExp(String.raw`^(?:${BIN}/([^/]+)/)?([0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f-]{36})$`);

export const restoringFolder = (dataDir: string): string => join(dataDir, RESTORING);
