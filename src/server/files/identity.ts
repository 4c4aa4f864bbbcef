/** Files and database carry one identity, so that no database ever takes another's files for nobody's. */
import {randomUUID} from 'node:crypto';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import {sql} from 'kysely';
import type {Db} from '../db/tables.ts';
import {asFailure, StoreFailure} from './store.ts';
import {binned, binnedPath, keysIn, MARK} from './layout.ts';
import {BATCH, fileTables, isMost, standingOf} from './rows.ts';
import type {Shelf} from './shelf.ts';

/** A shelf of files, and the database it may belong to. */
export interface StorePlace {
  shelf: Shelf;
  db: Db;
  /** The database as an operator knows it. */
  name: string;
}

/**
 * `ours`: one identity. `foreign`: another's shelf, or one nobody can tell; it is used and never swept. `absent`: the
 * files are somewhere else (a disk that is not mounted), and nothing is to be written here.
 */
type Verdict =
  | {kind: 'ours'; mark: string}
  | {kind: 'foreign'; mark: string; sentence: string}
  | {kind: 'absent'; sentence: string};

/** How many of the newest rows are looked for. */
const NEWEST = 20;
/** How many files are asked for their rows; keys are random, so that some speak for all. */
const SAMPLE = 2 * BATCH;

export const readMark = async (shelf: Shelf): Promise<string | undefined> => {
  const stored = await shelf.open(MARK);
  return stored === undefined ? undefined : (await text(stored)).trim() || undefined;
};

export const writeMark = (shelf: Shelf, identidade: string): Promise<void> => shelf.write(MARK, Readable.from([Buffer.from(identidade)]));

const readOwn = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('instalacao').select('identidade').executeTakeFirst())?.identidade;

/** Gives the database an identity unless it has one; of two servers that do so at once the first counts. */
const claim = async (db: Db, identidade: string): Promise<string> => {
  await db.insertInto('instalacao').values({identidade}).onConflict(oc => oc.doNothing()).execute();
  return (await readOwn(db)) ?? identidade;
};

/** The keys of the newest files that records show. */
const newestOf = async (db: Db): Promise<string[]> => {
  const selects = (await fileTables(db)).map(({name}) =>
    sql`(select chave, data_criacao, id from ${sql.table(name)} where data_exclusao is null order by id desc limit ${sql.lit(NEWEST)})`);
  if (selects.length === 0) return [];
  const {rows} = await sql<{chave: string}>`
    select chave from (${sql.join(selects, sql` union all `)}) as f order by data_criacao desc, id desc limit ${sql.lit(NEWEST)}`
      .execute(db);
  return rows.map(({chave}) => chave);
};

/** Whether the bytes of the newest rows are here, and the files here have rows. */
const compare = async ({shelf, db}: StorePlace): Promise<'pair' | 'strangers' | 'gone'> => {
  const inBin = new Map<string, string>();
  for await (const {day, key} of binned(shelf)) inBin.set(key, day);
  const stored: string[] = [];
  for await (const key of keysIn(shelf)) if (stored.push(key) === SAMPLE) break;

  const newest = await newestOf(db);
  if (newest.length === 0) return stored.length + inBin.size === 0 ? 'pair' : 'strangers';
  const found = await Promise.all(newest.map(chave => {
    const day = inBin.get(chave);
    return shelf.look(day === undefined ? chave : binnedPath({day, key: chave}));
  }));
  if (found.every(seen => seen === undefined)) return 'gone';
  const standing = await standingOf(db, stored, new Date());
  const strangers = stored.filter(key => !standing.has(key)).length;
  return found.includes(undefined) || isMost(strangers, stored.length) ? 'strangers' : 'pair';
};

const whatToDo = ({name}: Shelf, own: string): string =>
  `Confira DATABASE_URL, DATA_DIR e S3_URL; se forem mesmo um par, grave ${own} em ${name}/${MARK}.`;

const foreign = ({shelf, name}: StorePlace, own: string, mark: string): Verdict => ({
  kind: 'foreign', mark,
  sentence: `O banco de dados ${name} (identidade ${own}) e a pasta de arquivos ${shelf.name} (identidade ${mark}) não são um par. ` +
    `A pasta continua em uso, mas nada será limpo nela. ${whatToDo(shelf, own)}`,
});

const absent = ({shelf, name}: StorePlace, own: string): Verdict => ({
  kind: 'absent',
  sentence: `Os arquivos do banco de dados ${name} não estão em ${shelf.name}: o disco está montado? ` +
    `Até que estejam, nenhum arquivo é recebido. ${whatToDo(shelf, own)}`,
});

/**
 * Finds out whether shelf and database belong together. A pair without identity adopts each other where its contents
 * show that it is one.
 *
 * @throws the file system's and the database's own errors
 */
export const settle = async (place: StorePlace): Promise<Verdict> => {
  const {shelf, db} = place;
  const mark = await readMark(shelf);
  const own = await readOwn(db);
  if (mark !== undefined && own !== undefined) return mark === own ? {kind: 'ours', mark} : foreign(place, own, mark);
  const contents = await compare(place);
  const isPair = contents === 'pair';
  // Where they are none, each takes an identity of its own at once: what the database stores here from now on proves nothing later.
  const named = own ?? await claim(db, isPair ? mark ?? randomUUID() : randomUUID());
  if (mark === undefined && contents === 'gone') return absent(place, named);
  if (mark === undefined) await writeMark(shelf, isPair ? named : randomUUID());
  const written = (await readMark(shelf)) ?? '';
  return written === named ? {kind: 'ours', mark: written} : foreign(place, named, written);
};

/**
 * What a store asks before it writes: the shelf must be the one that was there at first. A disk that is unmounted, or
 * another one in its place, is noticed at the next write, and so is its return.
 *
 * @returns rejects with a StoreFailure `elsewhere`
 */
export const shelfGuard = (place: StorePlace): (() => Promise<void>) => {
  let settled: Exclude<Verdict, {kind: 'absent'}> | undefined;
  return async () => {
    try {
      if (settled !== undefined && (await readMark(place.shelf)) === settled.mark) return;
      const verdict = await settle(place);
      if (verdict.kind === 'absent' || (settled?.kind === 'ours' && verdict.kind !== 'ours')) {
        throw new StoreFailure('elsewhere', verdict.sentence);
      }
      settled = verdict;
    } catch (error) {
      throw asFailure('unwritable', error);
    }
  };
};
