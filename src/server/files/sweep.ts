/** Takes away what no record names: uploads that were cut, files of a transaction that never came, files long deleted. */
import {mkdir, rename, rm, rmdir, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Report} from '../db/connection/open.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {settle, type StorePlace} from './identity.ts';
import {binDays, binned, binnedPath, binOf, codeOf, collected, filesIn, keysIn, pathOf, tmpOf, type Binned} from './layout.ts';
import {DAY, isMost, KEPT, standingOf} from './rows.ts';

interface Swept {
  /** Files taken from the bin to where they belong. */
  restored: number;
  /** Files put into the bin. */
  binned: number;
  /** Files removed for good. */
  removed: number;
  /** Why nothing was taken away, for the operator. */
  refused?: string;
}

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

const olderThan = async (path: string, instant: number): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < instant;
};

/** Moves a file; false where another sweep was faster. */
const moved = async (from: string, to: string): Promise<boolean> => {
  try {
    await mkdir(dirname(to), {recursive: true});
    await rename(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

const putBack = async ({folder, db}: StorePlace, files: readonly Binned[], now: Date): Promise<number> => {
  const standing = await standingOf(db, files.map(({key}) => key), now);
  let restored = 0;
  for (const file of files) {
    const target = pathOf(folder, file.key);
    if (standing.get(file.key) !== 'kept' || (await stat(target).catch(() => undefined)) !== undefined) continue;
    if (await moved(binnedPath(folder, file), target)) restored++;
  }
  return restored;
};

/**
 * Puts back what is in the bin and has a row again, as after a newer dump was restored. Harmless at any time, with any database.
 *
 * @returns how many
 */
export const restoreBinned = async (place: StorePlace, now = new Date()): Promise<number> =>
  putBack(place, await collected(binned(place.folder)), now);

interface Survey {
  total: number;
  /** Without a row, for more than a day: a row follows its file within seconds. */
  orphans: string[];
  /** Deleted more than 30 days ago. */
  over: string[];
}

const survey = async ({folder, db}: StorePlace, now: Date): Promise<Survey> => {
  const stored = await collected(keysIn(folder));
  const standing = await standingOf(db, stored, now);
  const orphans: string[] = [];
  for (const key of stored) {
    if (!standing.has(key) && (await olderThan(pathOf(folder, key), now.getTime() - DAY))) orphans.push(key);
  }
  return {total: stored.length, orphans, over: stored.filter(key => standing.get(key) === 'over')};
};

/** The days whose 30 days in the bin are over, with all that is in them. */
const emptyBin = async (folder: string, now: Date): Promise<number> => {
  const last = dayOf(now.getTime() - KEPT);
  let removed = 0;
  for (const day of (await binDays(folder)).filter(one => one < last)) {
    const root = join(binOf(folder), day);
    const emptied = new Set([root]);
    for await (const key of keysIn(root)) {
      const path = binnedPath(folder, {day, key});
      await rm(path, {force: true});
      for (const above of [dirname(path), dirname(dirname(path))]) emptied.add(above);
      removed++;
    }
    // Deepest first. What is not empty stays: it is no file of ours.
    for (const path of [...emptied].toSorted((a, b) => b.length - a.length)) await rmdir(path).catch(() => undefined);
  }
  return removed;
};

const cutUploads = async (folder: string, now: Date): Promise<string[]> => {
  const stale: string[] = [];
  for (const name of await filesIn(tmpOf(folder))) {
    const path = join(tmpOf(folder), name);
    if (await olderThan(path, now.getTime() - DAY)) stale.push(path);
  }
  return stale;
};

/**
 * Sweeps a folder of files that belongs to the database: uploads that were cut a day ago and files deleted 30 days ago go,
 * a file without a row goes to the bin and stays there for 30 days. Safe beside running uploads and other sweeps.
 *
 * @returns what was done; `refused` where the folder is not this database's, or most of it would go
 */
export const sweepFiles = async (place: StorePlace, now = new Date()): Promise<Swept> => {
  const {folder} = place;
  const restored = await restoreBinned(place, now);
  const verdict = await settle(place);
  if (verdict.kind !== 'ours') return {restored, binned: 0, removed: 0, refused: verdict.sentence};
  const {total, orphans, over} = await survey(place, now);
  if (isMost(orphans.length, total)) {
    const refused =
      `A limpeza de arquivos foi recusada: ${orphans.length} de ${total} arquivos em ${folder} ` +
      `não têm registro no banco de dados ${place.name}. Confira se foi restaurado um backup antigo do banco; nada foi removido.`;
    return {restored, binned: 0, removed: 0, refused};
  }

  const gone = [...await cutUploads(folder, now), ...over.map(key => pathOf(folder, key))];
  for (const path of gone) await rm(path, {force: true});
  const day = dayOf(now.getTime());
  const inBin: Binned[] = [];
  for (const key of orphans) {
    const file = {day, key};
    if (await moved(pathOf(folder, key), binnedPath(folder, file))) inBin.push(file);
  }
  // A row that came at that very moment.
  const late = await putBack(place, inBin, now);
  return {restored: restored + late, binned: inBin.length - late, removed: gone.length + await emptyBin(folder, now)};
};

/** What a running server does for its folder of files. */
const HOUR = 3_600_000;

/** The folder of files of an environment and its database, which is named without user and password. */
export const placeOf = ({DATA_DIR, DATABASE_URL}: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, folder: string, db: Db): StorePlace => {
  const url = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL);
  return {folder, db, name: url === undefined ? join(DATA_DIR, 'db') : `${url.host}${url.pathname}`};
};

/**
 * At start puts back what the bin holds by mistake and says whether folder and database belong together; takes nothing
 * away. Then sweeps every hour.
 *
 * @param say hears each sentence for the operator once
 * @returns what ends it, and resolves when the sweep on its way is over; that need not be waited for: a sweep may be cut anywhere
 */
export const careForFiles = async (place: StorePlace, say: (sentence: string) => void, report: Report): Promise<() => Promise<void>> => {
  let said: string | undefined;
  const sayOnce = (sentence: string | undefined): void => {
    if (sentence !== undefined && sentence !== said) say(sentence);
    said = sentence;
  };
  let ended = false;
  const sweep = () => sweepFiles(place).then(({refused}) => sayOnce(refused), (error: unknown) => {
    // The database is closed under it.
    if (!ended) report('A limpeza de arquivos falhou.', error);
  });
  try {
    await restoreBinned(place);
    const verdict = await settle(place);
    sayOnce(verdict.kind === 'ours' ? undefined : verdict.sentence);
  } catch (error) {
    // The product works without; uploads are refused in a sentence until the folder can be used.
    sayOnce(`Não é possível usar a pasta de arquivos ${place.folder}: ${error instanceof Error ? error.message : String(error)}`);
  }
  let swept = Promise.resolve();
  const sweeping = setInterval(() => {
    swept = swept.then(sweep);
  }, HOUR).unref();
  return () => {
    ended = true;
    clearInterval(sweeping);
    return swept;
  };
};
