/** What the database says of stored files. */
import {sql} from 'kysely';
import type {Db} from '../db/tables.ts';
import {fileTables} from './tables.ts';

export const DAY = 24 * 3_600_000;
/** How long the bytes of a deleted file stay, and a file in the bin (rules: Files 8), in milliseconds. */
export const KEPT = 30 * DAY;
/** Keys asked for at once. */
export const BATCH = 500;

/** `kept`: a record shows the file, or did within the last 30 days. `over`: it was deleted before that. A key without a row has none. */
export type Standing = 'kept' | 'over';

/** How each of `keys` stands at `now`. */
export const standingOf = async (db: Db, keys: readonly string[], now: Date): Promise<Map<string, Standing>> => {
  const found = new Map<string, Standing>();
  const since = sql<Date>`${new Date(now.getTime() - KEPT).toISOString()}::timestamptz`;
  const tables = await fileTables(db);
  if (tables.length === 0) return found;
  const files = sql.join(tables.map(({name}) => sql`select chave, data_exclusao from ${sql.table(name)}`), sql` union all `);
  for (let at = 0; at < keys.length; at += BATCH) {
    const {rows} = await sql<{chave: string; kept: boolean}>`
      select chave, data_exclusao is null or data_exclusao > ${since} as kept from (${files}) as f
      where chave in (${sql.join(keys.slice(at, at + BATCH))})`.execute(db);
    for (const {chave, kept} of rows) found.set(chave, kept ? 'kept' : 'over');
  }
  return found;
};

/**
 * Whether files without a row are so many that something else must be wrong: another's folder, or an older dump restored.
 * More than half, and at least 20, so that a few leftovers in a young folder are none.
 */
export const isMost = (strangers: number, all: number): boolean => strangers >= 20 && strangers > all / 2;
