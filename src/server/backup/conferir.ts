/** Files against rows, both ways. Changes nothing. */
import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {reachServer, serverFiles} from '../control/ask.ts';
import type {FileRow} from '../control/protocol.ts';
import {foldersOf} from '../dataDir.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {BIN, markOf, TMP} from '../files/layout.ts';
import {DAY} from '../files/rows.ts';
import {FILES_AT_ONCE, hashOf, inParallel} from './copy.ts';
import {demandDatabase, withEmbedded} from './embedded.ts';
import type {Fault} from './manifest.ts';
import {storedFiles} from './places.ts';
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

const known = async ({DATA_DIR, DATABASE_URL}: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): Promise<Known> => {
  if (DATABASE_URL !== undefined) return withServer(DATABASE_URL, read);
  demandDatabase(DATA_DIR);
  const server = await reachServer(DATA_DIR);
  return server === undefined ? withEmbedded(DATA_DIR, read) : serverFiles(server).finally(() => server.end());
};

/** The size of a file and when it was last written; undefined: gone meanwhile. */
const statOf = (path: string): Promise<{size: number; mtimeMs: number} | undefined> => stat(path).catch(() => undefined);

const hashed = (path: string, {signal}: Course, bytes: (more: number) => void): Promise<{size: number; sha256: string} | undefined> =>
  hashOf(path, signal, bytes).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  });

/** Each row's bytes: what is wrong with them, and how much is right. */
const checkRows = async (
  rows: readonly FileRow[], folder: string, places: ReadonlyMap<string, string>, contents: boolean, course: Course,
) => {
  const found = {ok: none(), deleted: none(), faltas: [] as Fault[]};
  const total = {files: rows.length, bytes: contents ? rows.reduce((sum, row) => sum + row.tamanho, 0) : 0};
  const {bytes, file} = meter(course, 'Arquivos', total);
  await inParallel(rows, FILES_AT_ONCE, async row => {
    course.signal.throwIfAborted();
    const place = places.get(row.chave);
    const path = place === undefined ? undefined : join(folder, place);
    const now = path === undefined ? undefined : await (contents ? hashed(path, course, bytes) : statOf(path));
    const motivo = faultOf(row, now);
    if (motivo !== undefined) found.faltas.push({de: row.de, registro: row.registro, chave: row.chave, motivo});
    else if (now !== undefined) add(row.excluido ? found.deleted : found.ok, now.size);
    file();
  });
  found.faltas.sort(byRecord);
  return found;
};

const identityOfFiles = (folder: string): Promise<string | undefined> =>
  readFile(markOf(folder), 'utf8').then(text => text.trim(), () => undefined);

/**
 * Holds the rows of files against the files, and the files against the rows.
 *
 * @param contents whether bytes are read and hashed; otherwise their sizes are enough
 * @throws Error, one Portuguese sentence: no database, or in use by a process that does not answer
 */
export const conferir = async (env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, contents: boolean, course: Course): Promise<Findings> => {
  const {rows, identidade} = await known(env);
  const folder = foldersOf(env.DATA_DIR).files;
  // After the rows: a file is stored before its row, so what a row names is there by now.
  const {stored, binned, others} = await storedFiles(folder);
  const checked = await checkRows(rows, folder, new Map([...binned, ...stored]), contents, course);

  const named = new Set(rows.map(row => row.chave));
  const rest = {strays: [] as string[], recent: none(), tmp: none(), bin: none()};
  for (const path of [...stored].filter(([key]) => !named.has(key)).map(([, place]) => place)) {
    const now = await statOf(join(folder, path));
    if (now === undefined) continue;
    if (now.mtimeMs < Date.now() - DAY) rest.strays.push(path);
    else add(rest.recent, now.size);
  }
  for (const path of others.filter(one => one.startsWith(`${TMP}/`))) add(rest.tmp, (await statOf(join(folder, path)))?.size ?? 0);
  for (const path of [...binned.values(), ...others.filter(one => one.startsWith(`${BIN}/`))]) add(
    rest.bin, (await statOf(join(folder, path)))?.size ?? 0,
  );

  const ofFiles = await identityOfFiles(folder);
  const identity = identidade === undefined || ofFiles === undefined ? 'none' : identidade === ofFiles ? 'same' : 'different';
  return {...checked, ...rest, identity};
};

/** Whether nothing needs anybody. */
export const inOrder = ({faltas, strays, identity}: Findings): boolean =>
  faltas.length === 0 && strays.length === 0 && identity !== 'different';
