/** Restores a backup: verified completely, built in a separate folder, and put in place by renames. */
import {createReadStream, existsSync} from 'node:fs';
import {mkdir, readFile, rename, rm, rmdir, writeFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {Readable} from 'node:stream';
import {DATABASE_FOLDER, FILES_FOLDER, prepareDataDir} from '../dataDir.ts';
import {lockDataDir} from '../db/connection/folderLock.ts';
import {listMigrations} from '../db/structure/migrate.ts';
import {describeCopyFault, trackChecksum, computeChecksum} from '../files/checksum.ts';
import {syncFolder} from '../files/diskStorage.ts';
import type {FileStorage} from '../files/storage.ts';
import {usesBucket} from '../files/openStorage.ts';
import {copySealed, MAX_PARALLEL_FILES, inParallel, listTree, syncFolders} from './sealedFiles.ts';
import {withEmbeddedCopy} from './embeddedDatabase.ts';
import {readManifest, type Manifest, type HashesByPath} from './manifest.ts';
import {DUMP_FILE, restoringFolder, openDataStorage, type DataEnv} from './locations.ts';
import {createProgressMeter, type TaskControl} from './progress.ts';
import {countRowsByTable} from './databaseFacts.ts';
import {isDatabaseEmpty, restoreServer, withServerConnection} from './serverDatabase.ts';

/** @throws Error, one Portuguese sentence, when this version or environment cannot take the backup */
const checkCompatible = async ({banco}: Manifest, env: DataEnv): Promise<void> => {
  const newest = (await listMigrations()).at(-1)?.numero ?? 0;
  if (banco.migracao > newest) {
    throw new Error(
      `O backup é de uma versão mais nova do Balcão (migração ${banco.migracao}; esta versão conhece até a ${newest}). Atualize o Balcão.`,
    );
  }
  if (banco.tipo === 'embutido' && env.DATABASE_URL !== undefined) {
    throw new Error('O backup é de um banco de dados embutido, e DATABASE_URL aponta para um servidor: restaure-o sem DATABASE_URL.');
  }
  if (banco.tipo === 'servidor' && env.DATABASE_URL === undefined) {
    throw new Error('O backup é de um servidor PostgreSQL: aponte DATABASE_URL para um banco de dados vazio.');
  }
};

const targetFolders = ({DATA_DIR, DATABASE_URL}: DataEnv): string[] =>
  (DATABASE_URL === undefined ? [DATABASE_FOLDER, FILES_FOLDER] : [FILES_FOLDER]).map(name => join(DATA_DIR, name));

interface ReadBackup {
  manifest: Manifest;
  sums: HashesByPath;
}

/** File in the restore's folder that names the bucket being filled, which was empty before. */
const bucketMarkerPath = (env: DataEnv): string => join(restoringFolder(env.DATA_DIR), 'bucket');

/** A killed restore left uploads in this bucket, which are overwritten. */
const isResumedFill = async (env: DataEnv, {name}: FileStorage): Promise<boolean> =>
  await readFile(bucketMarkerPath(env), 'utf8').catch(() => undefined) === name;

const writeBucketMarker = async (env: DataEnv, {name}: FileStorage): Promise<void> => {
  await mkdir(restoringFolder(env.DATA_DIR), {recursive: true, mode: 0o700});
  await writeFile(bucketMarkerPath(env), name);
};

/** @throws Error, one Portuguese sentence, when a target is not empty */
const checkTargetsEmpty = async (env: DataEnv, bucket: FileStorage | undefined, {sums}: ReadBackup): Promise<void> => {
  const interrupted = existsSync(restoringFolder(env.DATA_DIR))
    ? ` Uma restauração ali foi interrompida no fim: apague ${
      [...targetFolders(env), ...(bucket === undefined ? [] : [bucket.name]), restoringFolder(env.DATA_DIR)].join(', ')}.`
    : '';
  for (const folder of targetFolders(env)) {
    // Empty folders are ignored, because the server's readiness check creates some.
    if ((await listTree(folder)).files.length === 0) continue;
    throw new Error(
      `${folder} não está vazia. Um backup só é restaurado onde não há nada: escolha outro DATA_DIR, ou mova essa pasta.${interrupted}`,
    );
  }
  const isResumed = bucket !== undefined && await isResumedFill(env, bucket);
  for await (const {path} of bucket?.list() ?? []) {
    if (isResumed && sums.has(`${FILES_FOLDER}/${path}`)) continue;
    throw new Error(`${bucket?.name} não está vazio. Um backup só é restaurado onde não há nada: escolha outro S3_URL.${interrupted}`);
  }
  if (env.DATABASE_URL === undefined || (await withServerConnection(env.DATABASE_URL, isDatabaseEmpty))) return;
  throw new Error(
    `O banco de dados de DATABASE_URL não está vazio. Um backup só é restaurado onde não há nada: crie outro banco de dados.${interrupted}`,
  );
};

const isFile = (path: string): boolean => path.startsWith(`${FILES_FOLDER}/`);

/**
 * Verifies each file's hash and copies it. A server's dump, and files for a bucket, are only verified here.
 *
 * @throws Error, one Portuguese sentence
 */
const copyVerified = async (
  from: string, to: string, {manifest, sums}: ReadBackup, toBucket: boolean, control: TaskControl,
): Promise<void> => {
  for (const folder of [FILES_FOLDER, ...manifest.banco.pastas]) await mkdir(join(to, folder), {recursive: true, mode: 0o700});
  const {bytes, file} = createProgressMeter(control, 'Copiando e conferindo', {files: sums.size, bytes: manifest.bytes});
  await inParallel(sums, MAX_PARALLEL_FILES, async ([path, expected]) => {
    const source = join(from, path);
    const checksum = await (path === DUMP_FILE || (toBucket && isFile(path))
      ? computeChecksum(createReadStream(source), control.signal, bytes)
      : copySealed(source, join(to, path), control.signal, bytes)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (checksum?.sha256 !== expected) throw new Error(
      `O backup em ${from} está estragado: ${path} ${checksum === undefined ? 'falta' : 'foi alterado'}. Nada foi restaurado.`,
    );
    file();
  });
  await syncFolders(to);
};

const fillBucket = async (
  bucket: FileStorage, from: string, {manifest: {arquivos}, sums}: ReadBackup, control: TaskControl,
): Promise<void> => {
  const {file} = createProgressMeter(control, 'Enviando', {files: arquivos.quantidade, bytes: 0});
  await inParallel([...sums.keys()].filter(isFile), MAX_PARALLEL_FILES, async path => {
    control.signal.throwIfAborted();
    const key = path.slice(FILES_FOLDER.length + 1);
    const {parts, checksum} = trackChecksum(createReadStream(join(from, path)), control.signal);
    await bucket.write(key, Readable.from(parts, {objectMode: false}));
    const fault = await describeCopyFault(bucket, key, checksum(), control.signal);
    if (fault !== undefined) throw new Error(`${bucket.name} não guardou ${key} como foi enviado: ${fault}. Nada foi restaurado.`);
    file();
  });
};

/** @throws Error when row counts of the restored database differ from the backup's */
const checkRowCounts = (counts: Readonly<Record<string, number>>, {banco}: Manifest): void => {
  const different = Object.entries(banco.contagens).filter(([table, n]) => counts[table] !== n).map(([table, n]) =>
    `${table} tem ${counts[table] ?? 0} registros e deveria ter ${n}`);
  if (different.length > 0) throw new Error(`O banco de dados restaurado não é o do backup: ${different.join('; ')}.`);
};

/**
 * Restores the backup in `folder` to the database and files of `env`. All of it is verified before it is put in place. An interrupted
 * restore leaves a folder that blocks the server's start, and that the next restore removes.
 *
 * @returns the backup's manifest
 * @throws Error, one Portuguese sentence: incomplete backup, one that does not fit, or a target that is not empty
 */
export const restore = async (env: DataEnv, folder: string, control: TaskControl): Promise<Manifest> => {
  const backup = await readManifest(folder);
  const {manifest} = backup;
  await checkCompatible(manifest, env);
  await prepareDataDir(env.DATA_DIR);
  const unlock = lockDataDir(env.DATA_DIR);
  const building = restoringFolder(env.DATA_DIR);
  const bucket = usesBucket(env) ? await openDataStorage(env) : undefined;
  try {
    await checkTargetsEmpty(env, bucket, backup);
    await rm(building, {recursive: true, force: true});
    try {
      if (bucket !== undefined) await writeBucketMarker(env, bucket);
      await copyVerified(folder, building, backup, bucket !== undefined, control);
      if (bucket !== undefined) await fillBucket(bucket, folder, backup, control);
      await fillDatabase(env, folder, building, manifest, control);
    } catch (error) {
      await rm(building, {recursive: true, force: true});
      // The bucket was empty, so its content is this restore's.
      for await (const {path} of bucket?.list() ?? []) await bucket?.remove(path);
      throw error;
    }
    await putInPlace(env, building);
  } finally {
    unlock();
  }
  return manifest;
};

/** Restores the database and compares its row counts: the embedded one in `building`, a server's directly. */
const fillDatabase = async (
  {DATABASE_URL}: DataEnv, folder: string, building: string, manifest: Manifest, control: TaskControl,
): Promise<void> => {
  createProgressMeter(control, 'Banco de dados');
  control.signal.throwIfAborted();
  if (DATABASE_URL === undefined) return checkRowCounts(await withEmbeddedCopy(building, countRowsByTable), manifest);
  await restoreServer(DATABASE_URL, join(folder, DUMP_FILE), manifest.banco, control.signal);
  checkRowCounts(await withServerConnection(DATABASE_URL, countRowsByTable), manifest);
};

const putInPlace = async (env: DataEnv, building: string): Promise<void> => {
  for (const target of targetFolders(env)) {
    await rm(target, {recursive: true, force: true});
    await rename(join(building, basename(target)), target);
  }
  await rm(bucketMarkerPath(env), {force: true});
  await rmdir(building);
  await syncFolder(env.DATA_DIR);
};
