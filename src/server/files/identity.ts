/** Storage and database carry one identity, so that no database sweeps the files of another as orphans. */
import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {sql} from 'kysely';
import type {Db} from '../db/tables.ts';
import {toStoreFailure, StoreFailure} from './attachmentStore.ts';
import {listTrash, trashPath, listFileKeys, IDENTITY_FILE} from './layout.ts';
import {KEY_BATCH_SIZE, listFileTables, areTooManyOrphans, readFileStates} from './fileStates.ts';
import type {FileStorage} from './storage.ts';

export interface StorageAndDatabase {
  storage: FileStorage;
  db: Db;
  name: string;
}

/**
 * `ours`: same identity. `foreign`: the storage belongs to another database or cannot be matched; it is used and never swept.
 * `absent`: the files are elsewhere (a disk that is not mounted), and writes are refused.
 */
type Verdict =
  | {kind: 'ours'; mark: string}
  | {kind: 'foreign'; mark: string; sentence: string}
  | {kind: 'absent'; sentence: string};

const NEWEST = 20;
/** Number of files whose rows are looked up. Keys are random, so that the first ones are a random sample. */
const SAMPLE_KEYS = 2 * KEY_BATCH_SIZE;

export const readStorageIdentity = async (storage: FileStorage): Promise<string | undefined> => {
  const content = await storage.open(IDENTITY_FILE);
  return content === undefined ? undefined : (await text(content)).trim() || undefined;
};

export const writeStorageIdentity = (storage: FileStorage, identidade: string): Promise<void> =>
  storage.write(IDENTITY_FILE, Readable.from([Buffer.from(identidade)]));

const readDatabaseIdentity = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('instalacao').select('identidade').executeTakeFirst())?.identidade;

/** Gives the database an identity unless it has one. Of two concurrent servers the first wins. */
const claimIdentity = async (db: Db, identidade: string): Promise<string> => {
  await db.insertInto('instalacao').values({identidade}).onConflict(oc => oc.doNothing()).execute();
  return (await readDatabaseIdentity(db)) ?? identidade;
};

const listNewestKeys = async (db: Db): Promise<string[]> => {
  const selects = (await listFileTables(db)).map(({name}) =>
    sql`(select chave, data_criacao, id from ${sql.table(name)} where data_exclusao is null order by id desc limit ${sql.lit(NEWEST)})`);
  if (selects.length === 0) return [];
  const {rows} = await sql<{chave: string}>`
    select chave from (${sql.join(selects, sql` union all `)}) as f order by data_criacao desc, id desc limit ${sql.lit(NEWEST)}`
      .execute(db);
  return rows.map(({chave}) => chave);
};

/** Compares a sample of rows with files, and of files with rows. */
const compareContents = async ({storage, db}: StorageAndDatabase): Promise<'pair' | 'strangers' | 'gone'> => {
  const trashDays = new Map<string, string>();
  for await (const {day, key} of listTrash(storage)) trashDays.set(key, day);
  const storedKeys: string[] = [];
  for await (const key of listFileKeys(storage)) if (storedKeys.push(key) === SAMPLE_KEYS) break;

  const newestKeys = await listNewestKeys(db);
  if (newestKeys.length === 0) return storedKeys.length + trashDays.size === 0 ? 'pair' : 'strangers';
  const stats = await Promise.all(newestKeys.map(chave => {
    const day = trashDays.get(chave);
    return storage.stat(day === undefined ? chave : trashPath({day, key: chave}));
  }));
  if (stats.every(stat => stat === undefined)) return 'gone';
  const states = await readFileStates(db, storedKeys, new Date());
  const orphans = storedKeys.filter(key => !states.has(key)).length;
  return stats.includes(undefined) || areTooManyOrphans(orphans, storedKeys.length) ? 'strangers' : 'pair';
};

const howToFix = ({name}: FileStorage, databaseIdentity: string): string =>
  `Confira DATABASE_URL, DATA_DIR e S3_URL; se forem mesmo um par, grave ${databaseIdentity} em ${name}/${IDENTITY_FILE}.`;

const foreignVerdict = ({storage, name}: StorageAndDatabase, databaseIdentity: string, storageIdentity: string): Verdict => ({
  kind: 'foreign', mark: storageIdentity,
  sentence:
    `O banco de dados ${name} (identidade ${databaseIdentity}) e a pasta de arquivos ${storage.name} ` +
    `(identidade ${storageIdentity}) não são um par. ` +
    `A pasta continua em uso, mas nada será limpo nela. ${howToFix(storage, databaseIdentity)}`,
});

const absentVerdict = ({storage, name}: StorageAndDatabase, databaseIdentity: string): Verdict => ({
  kind: 'absent',
  sentence: `Os arquivos do banco de dados ${name} não estão em ${storage.name}: o disco está montado? ` +
    `Até que estejam, nenhum arquivo é recebido. ${howToFix(storage, databaseIdentity)}`,
});

/**
 * Determines whether storage and database belong together. A pair without identity gets a common one where its contents match.
 *
 * @throws the file system's and the database's own errors
 */
export const matchIdentities = async (place: StorageAndDatabase): Promise<Verdict> => {
  const {storage, db} = place;
  const storageIdentity = await readStorageIdentity(storage);
  const databaseIdentity = await readDatabaseIdentity(db);
  if (storageIdentity !== undefined && databaseIdentity !== undefined) {
    if (storageIdentity === databaseIdentity) return {kind: 'ours', mark: storageIdentity};
    return foreignVerdict(place, databaseIdentity, storageIdentity);
  }
  const contents = await compareContents(place);
  const isPair = contents === 'pair';
  // Without a match each side gets its own identity at once, because files stored from now on would fake a match later.
  const identity = databaseIdentity ?? await claimIdentity(db, isPair ? storageIdentity ?? randomUUID() : randomUUID());
  if (storageIdentity === undefined && contents === 'gone') return absentVerdict(place, identity);
  if (storageIdentity === undefined) await writeStorageIdentity(storage, isPair ? identity : randomUUID());
  const writtenIdentity = (await readStorageIdentity(storage)) ?? '';
  return writtenIdentity === identity ? {kind: 'ours', mark: writtenIdentity} : foreignVerdict(place, identity, writtenIdentity);
};

/**
 * Checks before each write that the storage is the one seen at first. An unmounted or exchanged disk is detected at the next write, and so
 * is its return.
 *
 * @returns rejects with a StoreFailure `elsewhere`
 */
export const createStorageGuard = (place: StorageAndDatabase): (() => Promise<void>) => {
  let lastVerdict: Exclude<Verdict, {kind: 'absent'}> | undefined;
  return async () => {
    try {
      if (lastVerdict !== undefined && (await readStorageIdentity(place.storage)) === lastVerdict.mark) return;
      const verdict = await matchIdentities(place);
      if (verdict.kind === 'absent' || (lastVerdict?.kind === 'ours' && verdict.kind !== 'ours')) {
        throw new StoreFailure('elsewhere', verdict.sentence);
      }
      lastVerdict = verdict;
    } catch (error) {
      throw toStoreFailure('unwritable', error);
    }
  };
};
