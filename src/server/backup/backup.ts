/** Writes a backup: database and files of one point in time, verifiable by hash. */
import {mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {withServerPaused, connectToServer} from '../adminSocket/client.ts';
import type {FileRow, WalRange} from '../adminSocket/protocol.ts';
import {FILES_FOLDER, dataFolders} from '../dataDir.ts';
import {IDENTITY_FILE} from '../files/layout.ts';
import type {StorageEntry, FileStorage} from '../files/storage.ts';
import {MAX_PARALLEL_FILES, inParallel, writeSealed, listTree, sealFile} from './sealedFiles.ts';
import {copyDatabase, requireDatabase, withPausedDatabase, withEmbeddedCopy, withEmbedded} from './embeddedDatabase.ts';
import {writeManifest, type FileFault, type Manifest, type HashesByPath} from './manifest.ts';
import {openDataStorage, listStoredFiles, type DataEnv} from './locations.ts';
import {createProgressMeter, type TaskControl} from './progress.ts';
import {readAllFileRows, compareByRecord, readDatabaseFacts, describeFileFault} from './databaseFacts.ts';
import {dumpServer} from './serverDatabase.ts';
import {writeAtomically} from './target.ts';

/** Result of copying the database. */
interface DatabaseCopy {
  banco: Manifest['banco'];
  momento: Date;
  identidade: string | undefined;
  rows: FileRow[];
  /** Duration of the pause of the database, in ms; undefined without one. */
  pauseMs: number | undefined;
}

export interface BackupResult extends Pick<DatabaseCopy, 'pauseMs'> {
  manifest: Omit<Manifest, 'formato' | 'sha256'>;
}

/** Copies the paused embedded database: through the server that has it open, which resumes afterwards, else opened here. */
const copyPaused = async (dataDir: string, folder: string, {signal}: TaskControl): Promise<Pick<DatabaseCopy, 'momento' | 'pauseMs'>> => {
  const copy = async (wal: WalRange): Promise<{momento: Date; pauseMs: number}> => {
    const momento = new Date();
    await copyDatabase(dataFolders(dataDir).database, dataFolders(folder).database, wal, signal);
    return {momento, pauseMs: Date.now() - momento.getTime()};
  };
  const server = await connectToServer(dataDir);
  if (server === undefined) return {momento: (await withEmbedded(dataDir, db => withPausedDatabase(db, copy))).momento, pauseMs: undefined};
  const {momento, pauseMs} = await withServerPaused(server, copy).finally(() => server.end());
  return {momento, pauseMs};
};

const copyEmbedded = async (dataDir: string, folder: string, control: TaskControl): Promise<DatabaseCopy> => {
  requireDatabase(dataDir);
  createProgressMeter(control, 'Banco de dados');
  const {momento, pauseMs} = await copyPaused(dataDir, folder, control);
  const {facts: {identidade, ...facts}, rows} = await withEmbeddedCopy(folder, async db => ({
    facts: await readDatabaseFacts(db), rows: await readAllFileRows(db),
  }));
  return {banco: {tipo: 'embutido', ...facts, pastas: []}, momento, identidade, rows, pauseMs};
};

const copyServer = async (url: string, folder: string, control: TaskControl): Promise<DatabaseCopy> => {
  const progressMeter = createProgressMeter(control, 'Banco de dados');
  const {facts: {identidade, ...facts}, rows, momento, pgDump} = await dumpServer(url, folder, control.signal, progressMeter.bytes);
  return {banco: {tipo: 'servidor', ...facts, pgDump, pastas: []}, momento, identidade, rows, pauseMs: undefined};
};

/** Hashes the copied database files and makes them durable, after the database has resumed. */
const sealDatabase = async (folder: string, sums: HashesByPath, {signal}: TaskControl): Promise<{bytes: number; pastas: string[]}> => {
  const {files, folders} = await listTree(folder);
  let bytes = 0;
  await inParallel(files, MAX_PARALLEL_FILES, async path => {
    const {size, sha256} = await sealFile(join(folder, path), signal);
    bytes += size;
    sums.set(path, sha256);
  });
  return {bytes, pastas: folders};
};

const ignoreUnreadable = (error: unknown): undefined => {
  if (!['EACCES', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
};

const copyFiles = async (
  rows: readonly FileRow[], from: FileStorage, folder: string, sums: HashesByPath, control: TaskControl,
): Promise<{faltas: FileFault[]; quantidade: number; bytes: number}> => {
  const {stored, binned} = await listStoredFiles(from);
  const to = join(folder, FILES_FOLDER);
  await mkdir(to, {mode: 0o700});
  const total = {files: rows.length, bytes: rows.reduce((sum, row) => sum + row.tamanho, 0)};
  const {bytes, file, done} = createProgressMeter(control, 'Arquivos', total);
  const faltas: FileFault[] = [];
  await inParallel(rows, MAX_PARALLEL_FILES, async ({de, registro, chave, tamanho, sha256, excluido}) => {
    const entry = stored.get(chave) ?? binned.get(chave);
    const readStored = async ({path}: StorageEntry) => {
      const content = await from.open(path);
      return content && writeSealed(content, join(to, chave), control.signal, bytes);
    };
    const copy = entry && await readStored(entry).catch(ignoreUnreadable);
    if (copy !== undefined) {
      sums.set(`${FILES_FOLDER}/${chave}`, copy.sha256);
      file();
    }
    const motivo = describeFileFault({tamanho, sha256, excluido}, copy);
    if (motivo !== undefined) faltas.push({de, registro, chave, motivo});
  });
  const identityFile = await from.open(IDENTITY_FILE);
  if (identityFile !== undefined) {
    const {sha256} = await writeSealed(identityFile, join(to, IDENTITY_FILE), control.signal);
    sums.set(`${FILES_FOLDER}/${IDENTITY_FILE}`, sha256);
  }
  return {faltas: faltas.toSorted(compareByRecord), quantidade: done.files, bytes: done.bytes};
};

const productVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {version: string}).version;

/**
 * Writes a backup of the database and files of `env` into `target`. A failed backup leaves nothing behind.
 *
 * @returns its content; `completo: false` when files were missing or altered, which `faltas` lists
 * @throws Error, one Portuguese sentence: target not empty, no database, no `pg_dump`
 */
export const backup = (env: DataEnv, target: string, control: TaskControl): Promise<BackupResult> =>
  writeAtomically(target, [dataFolders(env.DATA_DIR).database, dataFolders(env.DATA_DIR).files], async folder => {
    const copied = env.DATABASE_URL === undefined
      ? await copyEmbedded(env.DATA_DIR, folder, control)
      : await copyServer(env.DATABASE_URL, folder, control);
    const {banco, momento, identidade, rows, pauseMs} = copied;
    const sums: HashesByPath = new Map();
    const database = await sealDatabase(folder, sums, control);
    const {faltas, ...arquivos} = await copyFiles(rows, await openDataStorage(env), folder, sums, control);
    const manifest: BackupResult['manifest'] = {
      versao: await productVersion(), momento: momento.toISOString(), completo: faltas.length === 0, faltas,
      ...(identidade === undefined ? {} : {identidade}),
      banco: {...banco, pastas: database.pastas}, arquivos, bytes: database.bytes + arquivos.bytes,
    };
    control.signal.throwIfAborted();
    await writeManifest(folder, manifest, sums);
    return {manifest, pauseMs};
  });
