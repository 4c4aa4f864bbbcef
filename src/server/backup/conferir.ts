/** Compares stored files with file rows, both ways, read-only. */
import {reachServer, serverFiles} from '../control/ask.ts';
import type {FileRow} from '../control/protocol.ts';
import type {Db} from '../db/tables.ts';
import {measured} from '../files/checksum.ts';
import {readMark} from '../files/identity.ts';
import {BIN, TMP} from '../files/layout.ts';
import {DAY_MS} from '../db/ages.ts';
import type {Listed, Seen, Shelf} from '../files/shelf.ts';
import {FILES_AT_ONCE, inParallel} from './copy.ts';
import {demandDatabase, withEmbedded} from './embedded.ts';
import type {Fault} from './manifest.ts';
import {shelfOf, storedFiles, type Place} from './places.ts';
import {meter, type Amount, type Course} from './progress.ts';
import {allFileRows, byRecord, faultOf, identityOf} from './rows.ts';
import {withServer} from './server.ts';

export interface Findings {
  ok: Amount;
  faltas: Fault[];
  /** Files without a row for longer than any upload takes. */
  strays: string[];
  /** Files without a row of the last day: running or interrupted uploads, which the sweep removes. */
  recent: Amount;
  deleted: Amount;
  tmp: Amount;
  bin: Amount;
  identity: 'same' | 'none' | 'different';
}

const emptyAmount = (): Amount => ({files: 0, bytes: 0});
const addFile = (amount: Amount, bytes: number): void => {
  amount.files += 1;
  amount.bytes += bytes;
};

interface DatabaseFiles {
  rows: FileRow[];
  identidade: string | undefined;
}

const readFiles = async (db: Db): Promise<DatabaseFiles> => ({rows: await allFileRows(db), identidade: await identityOf(db)});

const readDatabaseFiles = async ({DATA_DIR, DATABASE_URL}: Place): Promise<DatabaseFiles> => {
  if (DATABASE_URL !== undefined) return withServer(DATABASE_URL, readFiles);
  demandDatabase(DATA_DIR);
  const server = await reachServer(DATA_DIR);
  return server === undefined ? withEmbedded(DATA_DIR, readFiles) : serverFiles(server).finally(() => server.end());
};

const statOf = async (storage: Shelf, {path, seen: listedStat}: Listed): Promise<Seen | undefined> =>
  listedStat ?? storage.look(path).catch(() => undefined);

const hashFile = async (storage: Shelf, {path}: Listed, {signal}: Course, bytes: (more: number) => void) => {
  try {
    const content = await storage.open(path);
    return content && await measured(content, signal, bytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
};

const checkRows = async (
  rows: readonly FileRow[], storage: Shelf, places: ReadonlyMap<string, Listed>, contents: boolean, course: Course,
) => {
  const result = {ok: emptyAmount(), deleted: emptyAmount(), faltas: [] as Fault[]};
  const total = {files: rows.length, bytes: contents ? rows.reduce((sum, row) => sum + row.tamanho, 0) : 0};
  const {bytes, file} = meter(course, 'Arquivos', total);
  await inParallel(rows, FILES_AT_ONCE, async row => {
    course.signal.throwIfAborted();
    const entry = places.get(row.chave);
    const current = entry === undefined ? undefined : await (contents ? hashFile(storage, entry, course, bytes) : statOf(storage, entry));
    const motivo = faultOf(row, current);
    if (motivo !== undefined) result.faltas.push({de: row.de, registro: row.registro, chave: row.chave, motivo});
    else if (current !== undefined) addFile(row.excluido ? result.deleted : result.ok, current.size);
    file();
  });
  result.faltas.sort(byRecord);
  return result;
};

/**
 * Compares file rows with stored files and stored files with rows.
 *
 * @param contents whether files are read and hashed; otherwise sizes are compared
 * @throws Error, one Portuguese sentence: no database, or in use by a process that does not answer
 */
export const conferir = async (env: Place, contents: boolean, course: Course): Promise<Findings> => {
  const {rows, identidade} = await readDatabaseFiles(env);
  const storage = await shelfOf(env);
  // Listed after the rows, because a file is stored before its row.
  const {stored, binned, others} = await storedFiles(storage);
  const checked = await checkRows(rows, storage, new Map([...binned, ...stored]), contents, course);

  const keysWithRow = new Set(rows.map(row => row.chave));
  const unmatched = {strays: [] as string[], recent: emptyAmount(), tmp: emptyAmount(), bin: emptyAmount()};
  for (const entry of [...stored].filter(([key]) => !keysWithRow.has(key)).map(([, unmatchedEntry]) => unmatchedEntry)) {
    const current = await statOf(storage, entry);
    if (current === undefined) continue;
    if (current.at < Date.now() - DAY_MS) unmatched.strays.push(entry.path);
    else addFile(unmatched.recent, current.size);
  }
  const entriesBelow = (folder: string): Listed[] => others.filter(({path}) => path.startsWith(`${folder}/`));
  for (const entry of entriesBelow(TMP)) addFile(unmatched.tmp, (await statOf(storage, entry))?.size ?? 0);
  for (const entry of [...binned.values(), ...entriesBelow(BIN)]) addFile(unmatched.bin, (await statOf(storage, entry))?.size ?? 0);

  const fileIdentity = await readMark(storage).catch(() => undefined);
  const identity = identidade === undefined || fileIdentity === undefined ? 'none' : identidade === fileIdentity ? 'same' : 'different';
  return {...checked, ...unmatched, identity};
};

export const inOrder = ({faltas, strays, identity}: Findings): boolean =>
  faltas.length === 0 && strays.length === 0 && identity !== 'different';
