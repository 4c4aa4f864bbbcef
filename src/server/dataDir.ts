/** The folder of all that is kept: nobody else on the machine reads or writes in it. */
import {chmod, mkdir} from 'node:fs/promises';
import {resolve} from 'node:path';

/** Names in DATA_DIR, and in a backup of it. */
export const DB = 'db';
export const FILES = 'files';
/** Never in a backup: mails of a server without a mail server. */
const OUTBOX = 'outbox';

interface Folders {
  /** The embedded database's; made when it is opened. */
  database: string;
  /** The attachments'. */
  files: string;
  /** Mails, where there is no mail server; made when the first one is written. */
  outbox: string;
}

const OWNER_ONLY = 0o700;

export const foldersOf = (dataDir: string): Folders =>
  ({database: resolve(dataDir, DB), files: resolve(dataDir, FILES), outbox: resolve(dataDir, OUTBOX)});

/**
 * Makes the folder when it is missing. What the process makes from now on is its user's alone, and so are the folders in it
 * that an earlier version made; the folder itself, where the operator made it, stays as they want it.
 *
 * @throws Error, one Portuguese sentence, when it can not be made
 */
export const prepareDataDir = async (dataDir: string): Promise<Folders> => {
  process.umask(0o077);
  const folders = foldersOf(dataDir);
  await mkdir(dataDir, {recursive: true}).catch((error: unknown) => {
    throw new Error(`Não é possível escrever em DATA_DIR (${dataDir}).`, {cause: error});
  });
  // Missing, or of another user who lets this one in: theirs to decide.
  for (const folder of [folders.database, folders.files, folders.outbox]) await chmod(folder, OWNER_ONLY).catch(() => {});
  return folders;
};
