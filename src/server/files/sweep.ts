/** Removes what no ticket names: uploads that were cut, files of a transaction that never came, files long deleted. */
import {readdir, rm, stat} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {sql} from 'kysely';
import type {Db} from '../db/tables.ts';
import {KEY} from './diskStore.ts';

const HOUR = 3_600_000;
const BATCH = 500;

const filesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true}).catch(() => []);
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
};

const olderThan = async (path: string, instant: number): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < instant;
};

/** Keys among `keys` that a ticket still shows, or showed within the last 30 days (decisions §7). */
const wanted = async (db: Db, keys: string[], now: Date): Promise<Set<string>> => {
  const rows = await db.selectFrom('tickets_arquivos').select('chave').where('chave', 'in', keys)
    .where(eb => eb.or([eb('data_exclusao', 'is', null), eb('data_exclusao', '>', sql<Date>`${now.toISOString()}::timestamptz - interval '30 days'`)]))
    .execute();
  return new Set(rows.map(row => row.chave));
};

/**
 * Sweeps the folder of a {@link diskStore}: `tmp` older than an hour, and stored files older than a day whose key no
 * living row names. Safe beside running uploads, because a row follows its file within seconds.
 *
 * @returns how many files were removed
 */
export const sweepFiles = async (folder: string, db: Db, now = new Date()): Promise<number> => {
  const stale: string[] = [];
  const tmp = join(folder, 'tmp');
  for (const path of await filesUnder(tmp)) if (await olderThan(path, now.getTime() - HOUR)) stale.push(path);

  const stored: string[] = [];
  for (const path of await filesUnder(folder)) {
    const key = relative(folder, path).replaceAll('\\', '/');
    if (KEY.test(key) && (await olderThan(path, now.getTime() - 24 * HOUR))) stored.push(key);
  }
  for (let at = 0; at < stored.length; at += BATCH) {
    const keys = stored.slice(at, at + BATCH);
    const kept = await wanted(db, keys, now);
    stale.push(...keys.filter(key => !kept.has(key)).map(key => join(folder, key)));
  }
  for (const path of stale) await rm(path, {force: true});
  return stale.length;
};
