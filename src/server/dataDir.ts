/** DATA_DIR: its folders, accessible to this user alone. */
import {chmod, mkdir} from 'node:fs/promises';
import {resolve} from 'node:path';

/** Names in DATA_DIR and in its backups. */
export const DATABASE_FOLDER = 'db';
export const FILES_FOLDER = 'files';
/** Mails of a server without SMTP, excluded from backups. */
const OUTBOX = 'outbox';

interface Folders {
  database: string;
  files: string;
  outbox: string;
}

const OWNER_ONLY = 0o700;

export const dataFolders = (dataDir: string): Folders =>
  ({database: resolve(dataDir, DATABASE_FOLDER), files: resolve(dataDir, FILES_FOLDER), outbox: resolve(dataDir, OUTBOX)});

/**
 * Creates DATA_DIR where it is missing, and restricts new files and the folders in it to this user.
 * An existing DATA_DIR keeps the operator's permissions.
 *
 * @throws Error, one Portuguese sentence, where it cannot be created
 */
export const prepareDataDir = async (dataDir: string): Promise<Folders> => {
  process.umask(0o077);
  const folders = dataFolders(dataDir);
  await mkdir(dataDir, {recursive: true}).catch((error: unknown) => {
    throw new Error(`Não é possível escrever em DATA_DIR (${dataDir}).`, {cause: error});
  });
  // Fails for a missing folder, or one of another user who shares it.
  for (const folder of [folders.database, folders.files, folders.outbox]) await chmod(folder, OWNER_ONLY).catch(() => {});
  return folders;
};
