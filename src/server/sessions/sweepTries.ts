/** Keeps the table of tries small, whatever is tried. */
import {sql} from 'kysely';
import type {Db} from '../db/tables.ts';
import {instant} from './tries.ts';

/** How long an address stays known without a sign-in from it. */
const KNOWN_DAYS = 90;
/** Counts that are kept at most: a flood makes new ones faster than they are forgotten. */
const MOST = 20_000;
/** Rows that one sweep removes at most: on the embedded database everybody waits for it. More than the tries between two sweeps make. */
const BATCH = 5000;

/**
 * Removes what is forgotten anyway, and of too many counts the lowest and oldest: who floods loses their own first, and a wait
 * outlives it.
 *
 * @param more `now` and `most` for tests
 */
export const sweepTries = async (db: Db, {now, most = MOST}: {now?: Date; most?: number} = {}): Promise<void> => {
  const at = instant(now);
  // Those that a try is about to change stay.
  await sql`
    delete from tentativas_login where (conta, endereco) in (
      select conta, endereco from tentativas_login
      where expira <= ${at} and (entrada is null or entrada <= ${at} - ${KNOWN_DAYS}::integer * interval '1 day')
      limit ${BATCH}::integer for update skip locked
    )`.execute(db);
  await sql`
    delete from tentativas_login where (conta, endereco) in (
      select conta, endereco from tentativas_login where (conta, endereco) in (
        select conta, endereco from tentativas_login where entrada is null
        order by falhas desc, expira desc offset ${most}::integer limit ${BATCH}::integer
      ) for update skip locked
    )`.execute(db);
};

const EVERY_TRIES = 1000;
const EVERY_MS = 600_000;

/**
 * Sweeps as tries come: where nobody tries, nothing grows.
 *
 * @returns what each try calls
 */
export const sweepingTries = (db: Db): (() => Promise<void>) => {
  let tries = 0;
  let last = -Infinity;
  return async () => {
    tries += 1;
    if (tries < EVERY_TRIES && performance.now() - last < EVERY_MS) return;
    tries = 0;
    last = performance.now();
    await sweepTries(db);
  };
};
