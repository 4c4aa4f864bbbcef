/** Whose notices were written or read since one looked last: how many are unread is told to them anew. */
import {sql} from 'kysely';
import {LIMITS} from '../db/limits.ts';
import type {Db} from '../db/tables.ts';

/**
 * Milliseconds that are looked at again each time: a notice carries the instant at which its transaction began, and is seen when it
 * ended, which no transaction of ours takes longer for.
 */
const AGAIN = LIMITS.idle + LIMITS.statement + LIMITS.lock;

/** @returns what tells which of these users' notices have changed since it was asked last; the first time, lately */
export const createUnread = (db: Db): ((ids: readonly number[]) => Promise<Set<number>>) => {
  let seen = new Set<string>();
  return async ids => {
    const since = sql`now() - ${AGAIN}::integer * interval '1 millisecond'`;
    const {rows} = await sql<{id: number; em: string}>`
      select a.id_usuario as id, a.em::text as em from (
        select id_usuario, data_criacao as em from avisos where data_criacao > ${since}
        union
        select id_usuario, data_leitura from avisos where data_leitura > ${since}
      ) as a where a.id_usuario = any(${ids}::integer[])`.execute(db);
    const found = new Map(rows.map(({id, em}) => [`${id} ${em}`, id]));
    const fresh = [...found].filter(([key]) => !seen.has(key));
    seen = new Set(found.keys());
    return new Set(fresh.map(([, id]) => id));
  };
};
