/** Writes a backup: database and files of one point in time, verifiable by hash. */
import {mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {holdServer, reachServer} from '../control/ask.ts';
import type {FileRow, Wal} from '../control/protocol.ts';
import {FILES, foldersOf} from '../dataDir.ts';
import {MARK} from '../files/layout.ts';
import type {Listed, Shelf} from '../files/shelf.ts';
import {FILES_AT_ONCE, inParallel, keepSealed, listed, seal} from './copy.ts';
import {copyDatabase, demandDatabase, holdStill, withCopy, withEmbedded} from './embedded.ts';
import {writeManifest, type Fault, type Manifest, type Sums} from './manifest.ts';
import {shelfOf, storedFiles, type Place} from './places.ts';
import {meter, type Course} from './progress.ts';
import {allFileRows, byRecord, factsOf, faultOf} from './rows.ts';
import {dumpServer} from './server.ts';
import {writeWhole} from './target.ts';

/** Result of copying the database. */
interface DatabaseCopy {
  banco: Manifest['banco'];
  momento: Date;
  identidade: string | undefined;
  rows: FileRow[];
  /** Duration of the pause of the database, in ms; undefined without one. */
  held: number | undefined;
}

export interface Made extends Pick<DatabaseCopy, 'held'> {
  manifest: Omit<Manifest, 'formato' | 'sha256'>;
}

/** Copies the paused embedded database: through the server that has it open, which resumes afterwards, else opened here. */
const copyPaused = async (dataDir: string, folder: string, {signal}: Course): Promise<Pick<DatabaseCopy, 'momento' | 'held'>> => {
  const copy = async (wal: Wal): Promise<{momento: Date; pauseMs: number}> => {
    const momento = new Date();
    await copyDatabase(foldersOf(dataDir).database, foldersOf(folder).database, wal, signal);
    return {momento, pauseMs: Date.now() - momento.getTime()};
  };
  const server = await reachServer(dataDir);
  if (server === undefined) return {momento: (await withEmbedded(dataDir, db => holdStill(db, copy))).momento, held: undefined};
  const {momento, pauseMs} = await holdServer(server, copy).finally(() => server.end());
  return {momento, held: pauseMs};
};

const copyEmbedded = async (dataDir: string, folder: string, course: Course): Promise<DatabaseCopy> => {
  demandDatabase(dataDir);
  meter(course, 'Banco de dados');
  const {momento, held} = await copyPaused(dataDir, folder, course);
  const {facts: {identidade, ...facts}, rows} = await withCopy(folder, async db => ({
    facts: await factsOf(db), rows: await allFileRows(db),
  }));
  return {banco: {tipo: 'embutido', ...facts, pastas: []}, momento, identidade, rows, held};
};

const copyServer = async (url: string, folder: string, course: Course): Promise<DatabaseCopy> => {
  const progressMeter = meter(course, 'Banco de dados');
  const {facts: {identidade, ...facts}, rows, momento, pgDump} = await dumpServer(url, folder, course.signal, progressMeter.bytes);
  return {banco: {tipo: 'servidor', ...facts, pgDump, pastas: []}, momento, identidade, rows, held: undefined};
};

/** Hashes the copied database files and makes them durable, after the database has resumed. */
const sealDatabase = async (folder: string, sums: Sums, {signal}: Course): Promise<{bytes: number; pastas: string[]}> => {
  const {files, folders} = await listed(folder);
  let bytes = 0;
  await inParallel(files, FILES_AT_ONCE, async path => {
    const {size, sha256} = await seal(join(folder, path), signal);
    bytes += size;
    sums.set(path, sha256);
  });
  return {bytes, pastas: folders};
};

const ignoreUnreadable = (error: unknown): undefined => {
  if (!['EACCES', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
};

const copyFiles = async (
  rows: readonly FileRow[], from: Shelf, folder: string, sums: Sums, course: Course,
): Promise<{faltas: Fault[]; quantidade: number; bytes: number}> => {
  const {stored, binned} = await storedFiles(from);
  const to = join(folder, FILES);
  await mkdir(to, {mode: 0o700});
  const total = {files: rows.length, bytes: rows.reduce((sum, row) => sum + row.tamanho, 0)};
  const {bytes, file, done} = meter(course, 'Arquivos', total);
  const faltas: Fault[] = [];
  await inParallel(rows, FILES_AT_ONCE, async ({de, registro, chave, tamanho, sha256, excluido}) => {
    const entry = stored.get(chave) ?? binned.get(chave);
    const readStored = async ({path}: Listed) => {
      const content = await from.open(path);
      return content && keepSealed(content, join(to, chave), course.signal, bytes);
    };
    const copy = entry && await readStored(entry).catch(ignoreUnreadable);
    if (copy !== undefined) {
      sums.set(`${FILES}/${chave}`, copy.sha256);
      file();
    }
    const motivo = faultOf({tamanho, sha256, excluido}, copy);
    if (motivo !== undefined) faltas.push({de, registro, chave, motivo});
  });
  const identityFile = await from.open(MARK);
  if (identityFile !== undefined) {
    const {sha256} = await keepSealed(identityFile, join(to, MARK), course.signal);
    sums.set(`${FILES}/${MARK}`, sha256);
  }
  return {faltas: faltas.toSorted(byRecord), quantidade: done.files, bytes: done.bytes};
};

const productVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {version: string}).version;

/**
 * Writes a backup of the database and files of `env` into `target`. A failed backup leaves nothing behind.
 *
 * @returns its content; `completo: false` when files were missing or altered, which `faltas` lists
 * @throws Error, one Portuguese sentence: target not empty, no database, no `pg_dump`
 */
export const backup = (env: Place, target: string, course: Course): Promise<Made> =>
  writeWhole(target, [foldersOf(env.DATA_DIR).database, foldersOf(env.DATA_DIR).files], async folder => {
    const copied = env.DATABASE_URL === undefined
      ? await copyEmbedded(env.DATA_DIR, folder, course)
      : await copyServer(env.DATABASE_URL, folder, course);
    const {banco, momento, identidade, rows, held} = copied;
    const sums: Sums = new Map();
    const database = await sealDatabase(folder, sums, course);
    const {faltas, ...arquivos} = await copyFiles(rows, await shelfOf(env), folder, sums, course);
    const manifest: Made['manifest'] = {
      versao: await productVersion(), momento: momento.toISOString(), completo: faltas.length === 0, faltas,
      ...(identidade === undefined ? {} : {identidade}),
      banco: {...banco, pastas: database.pastas}, arquivos, bytes: database.bytes + arquivos.bytes,
    };
    course.signal.throwIfAborted();
    await writeManifest(folder, manifest, sums);
    return {manifest, held};
  });
