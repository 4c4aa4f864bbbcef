/** Files against rows, both ways. Changes nothing. */
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
  /** Files of records that are as they were stored. */
  ok: Amount;
  faltas: Fault[];
  /** Bytes that no row names, longer than any upload takes. */
  strays: string[];
  /** The same, but of the last day: an upload on its way, or one that was cut; the sweep removes those. */
  recent: Amount;
  /** Of files that people deleted, still kept. */
  deleted: Amount;
  tmp: Amount;
  bin: Amount;
  identity: 'same' | 'none' | 'different';
}

const none = (): Amount => ({files: 0, bytes: 0});
const add = (amount: Amount, bytes: number): void => {
  amount.files += 1;
  amount.bytes += bytes;
};

interface Known {
  rows: FileRow[];
  identidade: string | undefined;
}

const read = async (db: Db): Promise<Known> => ({rows: await allFileRows(db), identidade: await identityOf(db)});

const known = async ({DATA_DIR, DATABASE_URL}: Place): Promise<Known> => {
  if (DATABASE_URL !== undefined) return withServer(DATABASE_URL, read);
  demandDatabase(DATA_DIR);
  const server = await reachServer(DATA_DIR);
  return server === undefined ? withEmbedded(DATA_DIR, read) : serverFiles(server).finally(() => server.end());
};

/** What is known of a file; undefined: gone meanwhile, or not to be read. */
const seen = async (shelf: Shelf, {path, seen: told}: Listed): Promise<Seen | undefined> => told ?? shelf.look(path).catch(() => undefined);

const hashed = async (shelf: Shelf, {path}: Listed, {signal}: Course, bytes: (more: number) => void) => {
  try {
    const opened = await shelf.open(path);
    return opened && await measured(opened, signal, bytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
};

/** Each row's bytes: what is wrong with them, and how much is right. */
const checkRows = async (
  rows: readonly FileRow[], shelf: Shelf, places: ReadonlyMap<string, Listed>, contents: boolean, course: Course,
) => {
  const found = {ok: none(), deleted: none(), faltas: [] as Fault[]};
  const total = {files: rows.length, bytes: contents ? rows.reduce((sum, row) => sum + row.tamanho, 0) : 0};
  const {bytes, file} = meter(course, 'Arquivos', total);
  await inParallel(rows, FILES_AT_ONCE, async row => {
    course.signal.throwIfAborted();
    const place = places.get(row.chave);
    const now = place === undefined ? undefined : await (contents ? hashed(shelf, place, course, bytes) : seen(shelf, place));
    const motivo = faultOf(row, now);
    if (motivo !== undefined) found.faltas.push({de: row.de, registro: row.registro, chave: row.chave, motivo});
    else if (now !== undefined) add(row.excluido ? found.deleted : found.ok, now.size);
    file();
  });
  found.faltas.sort(byRecord);
  return found;
};

/**
 * Holds the rows of files against the files, and the files against the rows.
 *
 * @param contents whether bytes are read and hashed; otherwise their sizes are enough
 * @throws Error, one Portuguese sentence: no database, or in use by a process that does not answer
 */
export const conferir = async (env: Place, contents: boolean, course: Course): Promise<Findings> => {
  const {rows, identidade} = await known(env);
  const shelf = await shelfOf(env);
  // After the rows: a file is stored before its row, so what a row names is there by now.
  const {stored, binned, others} = await storedFiles(shelf);
  const checked = await checkRows(rows, shelf, new Map([...binned, ...stored]), contents, course);

  const named = new Set(rows.map(row => row.chave));
  const rest = {strays: [] as string[], recent: none(), tmp: none(), bin: none()};
  for (const one of [...stored].filter(([key]) => !named.has(key)).map(([, place]) => place)) {
    const now = await seen(shelf, one);
    if (now === undefined) continue;
    if (now.at < Date.now() - DAY_MS) rest.strays.push(one.path);
    else add(rest.recent, now.size);
  }
  const below = (folder: string): Listed[] => others.filter(({path}) => path.startsWith(`${folder}/`));
  for (const one of below(TMP)) add(rest.tmp, (await seen(shelf, one))?.size ?? 0);
  for (const one of [...binned.values(), ...below(BIN)]) add(rest.bin, (await seen(shelf, one))?.size ?? 0);

  const ofFiles = await readMark(shelf).catch(() => undefined);
  const identity = identidade === undefined || ofFiles === undefined ? 'none' : identidade === ofFiles ? 'same' : 'different';
  return {...checked, ...rest, identity};
};

/** Whether nothing needs anybody. */
export const inOrder = ({faltas, strays, identity}: Findings): boolean =>
  faltas.length === 0 && strays.length === 0 && identity !== 'different';
