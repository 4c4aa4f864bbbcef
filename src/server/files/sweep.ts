/** Takes away what no record names: uploads that were cut, files of a transaction that never came, files long deleted. */
import {join} from 'node:path';
import {DAY_MS} from '../db/ages.ts';
import type {Database, ErrorReporter} from '../db/connection/open.ts';
import {withoutClientLimits} from '../db/limits.ts';
import {FILES_LOCK, tryWithLock} from '../db/advisoryLocks.ts';
import type {Db} from '../db/tables.ts';
import type {Env} from '../env.ts';
import {settle, type StorePlace} from './identity.ts';
import {inBatches, binned, binnedPath, keysIn, type Binned} from './layout.ts';
import {BATCH, isMost, KEPT, standingOf} from './rows.ts';
import type {Shelf} from './shelf.ts';

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

const putBack = async ({shelf, db}: StorePlace, files: readonly Binned[], now: Date): Promise<number> => {
  const standing = await standingOf(db, files.map(({key}) => key), now);
  let restored = 0;
  for (const file of files) {
    if (standing.get(file.key) !== 'kept' || (await shelf.look(file.key)) !== undefined) continue;
    if (await shelf.move(binnedPath(file), file.key)) restored++;
  }
  return restored;
};

/**
 * Puts back what is in the bin and has a row again, as after a newer dump was restored. Harmless at any time, with any database.
 *
 * @returns how many
 */
export const restoreBinned = async (place: StorePlace, now = new Date()): Promise<number> => {
  let restored = 0;
  for await (const files of inBatches(BATCH, binned(place.shelf))) restored += await putBack(place, files, now);
  return restored;
};

interface Survey {
  total: number;
  /** Without a row, for more than a day: a row follows its file within seconds. */
  orphans: string[];
  /** Deleted more than 30 days ago. */
  over: string[];
}

const survey = async ({shelf, db}: StorePlace, now: Date): Promise<Survey> => {
  const found: Survey = {total: 0, orphans: [], over: []};
  for await (const keys of inBatches(BATCH, keysIn(shelf))) {
    found.total += keys.length;
    const standing = await standingOf(db, keys, now);
    found.over.push(...keys.filter(key => standing.get(key) === 'over'));
    for (const key of keys.filter(one => !standing.has(one))) {
      const seen = await shelf.look(key);
      if (seen !== undefined && seen.at < now.getTime() - DAY_MS) found.orphans.push(key);
    }
  }
  return found;
};

/** The days whose 30 days in the bin are over, with all that is in them. */
const emptyBin = async (shelf: Shelf, now: Date): Promise<number> => {
  const last = dayOf(now.getTime() - KEPT);
  let removed = 0;
  for await (const file of binned(shelf)) {
    if (file.day >= last) continue;
    await shelf.remove(binnedPath(file));
    removed++;
  }
  return removed;
};

/**
 * Sweeps a shelf of files that belongs to the database: uploads that were cut a day ago and files deleted 30 days ago go,
 * a file without a row goes to the bin and stays there for 30 days. Safe beside running uploads and other sweeps.
 *
 * @returns what was done; `refused` where the shelf is not this database's, or most of it would go
 */
export const sweepFiles = async (place: StorePlace, now = new Date()): Promise<Swept> => {
  const {shelf} = place;
  const restored = await restoreBinned(place, now);
  const verdict = await settle(place);
  if (verdict.kind !== 'ours') return {restored, binned: 0, removed: 0, refused: verdict.sentence};
  const {total, orphans, over} = await survey(place, now);
  if (isMost(orphans.length, total)) {
    const refused =
      `A limpeza de arquivos foi recusada: ${orphans.length} de ${total} arquivos em ${shelf.name} ` +
      `não têm registro no banco de dados ${place.name}. Confira se foi restaurado um backup antigo do banco; nada foi removido.`;
    return {restored, binned: 0, removed: 0, refused};
  }

  for (const key of over) await shelf.remove(key);
  const day = dayOf(now.getTime());
  const inBin: Binned[] = [];
  for (const key of orphans) {
    const file = {day, key};
    if (await shelf.move(key, binnedPath(file))) inBin.push(file);
  }
  // A row that came at that very moment.
  const late = await putBack(place, inBin, now);
  const emptied = await emptyBin(shelf, now);
  // Last: a store that tells nobody which uploads were cut keeps no more than those.
  const cut = await shelf.dropCut(now.getTime() - DAY_MS);
  return {restored: restored + late, binned: inBin.length - late, removed: over.length + emptied + cut};
};

/** What a running server does for its files. */
const HOUR = 3_600_000;

/** The shelf of files of an environment and its database, which is named without user and password. */
export const placeOf = ({DATA_DIR, DATABASE_URL}: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, shelf: Shelf, db: Db): StorePlace => {
  const url = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL);
  return {shelf, db, name: url === undefined ? join(DATA_DIR, 'db') : `${url.host}${url.pathname}`};
};

/**
 * At start puts back what the bin holds by mistake and says whether shelf and database belong together; takes nothing
 * away. Then sweeps every hour.
 *
 * @param say hears each sentence for the operator once
 * @returns what ends it, and resolves when the sweep on its way is over; that need not be waited for: a sweep may be cut anywhere
 */
export const careForFiles = async (
  place: StorePlace, kind: Database['kind'], say: (sentence: string) => void, report: ErrorReporter,
): Promise<() => Promise<void>> => {
  // Of two that move a file in a bucket at once, one could remove what the other has just put there.
  const alone = (work: () => Promise<void>): Promise<void> => (kind === 'server' ? tryWithLock(place.db, FILES_LOCK, work) : work());
  let said: string | undefined;
  const sayOnce = (sentence: string | undefined): void => {
    if (sentence !== undefined && sentence !== said) say(sentence);
    said = sentence;
  };
  let ended = false;
  const sweep = () => alone(async () => sayOnce((await sweepFiles(place)).refused)).catch((error: unknown) => {
    // The database is closed under it.
    if (!ended) report('A limpeza de arquivos falhou.', error);
  });
  try {
    const verdict = await withoutClientLimits(async () => {
      await alone(async () => void await restoreBinned(place));
      return settle(place);
    });
    sayOnce(verdict.kind === 'ours' ? undefined : verdict.sentence);
  } catch (error) {
    // The product works without; uploads are refused in a sentence until the folder can be used.
    sayOnce(`Não é possível usar a pasta de arquivos ${place.shelf.name}: ${error instanceof Error ? error.message : String(error)}`);
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
