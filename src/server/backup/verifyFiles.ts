/** Compares stored files with file rows, both ways, read-only. */
import {connectToServer, readServerFileRows} from '../adminSocket/client.ts';
import type {FileRow} from '../adminSocket/protocol.ts';
import type {Db} from '../db/tables.ts';
import {computeChecksum} from '../files/checksum.ts';
import {readStorageIdentity} from '../files/identity.ts';
import {TRASH_FOLDER, TMP_FOLDER} from '../files/layout.ts';
import {DAY_MS} from '../db/retention.ts';
import type {StorageEntry, FileStats, FileStorage} from '../files/storage.ts';
import {MAX_PARALLEL_FILES, inParallel} from './sealedFiles.ts';
import {requireDatabase, withEmbedded} from './embeddedDatabase.ts';
import type {FileFault} from './manifest.ts';
import {openDataStorage, listStoredFiles, type DataEnv} from './locations.ts';
import {createProgressMeter, type FileAmount, type TaskControl} from './progress.ts';
import {readAllFileRows, compareByRecord, describeFileFault, readDatabaseIdentity} from './databaseFacts.ts';
import {withServerConnection} from './serverDatabase.ts';

export interface FileFindings {
  ok: FileAmount;
  faltas: FileFault[];
  /** Files without a row for longer than any upload takes. */
  orphans: string[];
  /** Files without a row of the last day: running or interrupted uploads, which the sweep removes. */
  recent: FileAmount;
  deleted: FileAmount;
  tmp: FileAmount;
  bin: FileAmount;
  identity: 'same' | 'none' | 'different';
}

const emptyAmount = (): FileAmount => ({files: 0, bytes: 0});
const addFile = (amount: FileAmount, bytes: number): void => {
  amount.files += 1;
  amount.bytes += bytes;
};

interface DatabaseFiles {
  rows: FileRow[];
  identidade: string | undefined;
}

const readFiles = async (db: Db): Promise<DatabaseFiles> => ({rows: await readAllFileRows(db), identidade: await readDatabaseIdentity(db)});

const readDatabaseFiles = async ({DATA_DIR, DATABASE_URL}: DataEnv): Promise<DatabaseFiles> => {
  if (DATABASE_URL !== undefined) return withServerConnection(DATABASE_URL, readFiles);
  requireDatabase(DATA_DIR);
  const server = await connectToServer(DATA_DIR);
  return server === undefined ? withEmbedded(DATA_DIR, readFiles) : readServerFileRows(server).finally(() => server.end());
};

const statOf = async (storage: FileStorage, {path, stats: listedStat}: StorageEntry): Promise<FileStats | undefined> =>
  listedStat ?? storage.stat(path).catch(() => undefined);

const hashFile = async (storage: FileStorage, {path}: StorageEntry, {signal}: TaskControl, bytes: (more: number) => void) => {
  try {
    const content = await storage.open(path);
    return content && await computeChecksum(content, signal, bytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
};

const checkRows = async (
  rows: readonly FileRow[], storage: FileStorage, places: ReadonlyMap<string, StorageEntry>, contents: boolean, control: TaskControl,
) => {
  const result = {ok: emptyAmount(), deleted: emptyAmount(), faltas: [] as FileFault[]};
  const total = {files: rows.length, bytes: contents ? rows.reduce((sum, row) => sum + row.tamanho, 0) : 0};
  const {bytes, file} = createProgressMeter(control, 'Arquivos', total);
  await inParallel(rows, MAX_PARALLEL_FILES, async row => {
    control.signal.throwIfAborted();
    const entry = places.get(row.chave);
    const current = entry === undefined ? undefined : await (contents ? hashFile(storage, entry, control, bytes) : statOf(storage, entry));
    const motivo = describeFileFault(row, current);
    if (motivo !== undefined) result.faltas.push({de: row.de, registro: row.registro, chave: row.chave, motivo});
    else if (current !== undefined) addFile(row.excluido ? result.deleted : result.ok, current.size);
    file();
  });
  result.faltas.sort(compareByRecord);
  return result;
};

/**
 * Compares file rows with stored files and stored files with rows.
 *
 * @param contents whether files are read and hashed; otherwise sizes are compared
 * @throws Error, one Portuguese sentence: no database, or in use by a process that does not answer
 */
export const verifyFiles = async (env: DataEnv, contents: boolean, control: TaskControl): Promise<FileFindings> => {
  const {rows, identidade} = await readDatabaseFiles(env);
  const storage = await openDataStorage(env);
  // Listed after the rows, because a file is stored before its row.
  const {stored, binned, others} = await listStoredFiles(storage);
  const checked = await checkRows(rows, storage, new Map([...binned, ...stored]), contents, control);

  const keysWithRow = new Set(rows.map(row => row.chave));
  const unmatched = {orphans: [] as string[], recent: emptyAmount(), tmp: emptyAmount(), bin: emptyAmount()};
  for (const entry of [...stored].filter(([key]) => !keysWithRow.has(key)).map(([, unmatchedEntry]) => unmatchedEntry)) {
    const current = await statOf(storage, entry);
    if (current === undefined) continue;
    if (current.modifiedMs < Date.now() - DAY_MS) unmatched.orphans.push(entry.path);
    else addFile(unmatched.recent, current.size);
  }
  const entriesBelow = (folder: string): StorageEntry[] => others.filter(({path}) => path.startsWith(`${folder}/`));
  for (const entry of entriesBelow(TMP_FOLDER)) addFile(unmatched.tmp, (await statOf(storage, entry))?.size ?? 0);
  for (const entry of [...binned.values(), ...entriesBelow(TRASH_FOLDER)]) {
    addFile(
      unmatched.bin, (await statOf(storage, entry))?.size ?? 0,
    );
  }

  const fileIdentity = await readStorageIdentity(storage).catch(() => undefined);
  const identity = identidade === undefined || fileIdentity === undefined ? 'none' : identidade === fileIdentity ? 'same' : 'different';
  return {...checked, ...unmatched, identity};
};

export const areConsistent = ({faltas, orphans, identity}: FileFindings): boolean =>
  faltas.length === 0 && orphans.length === 0 && identity !== 'different';
