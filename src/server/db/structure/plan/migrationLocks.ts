/** Table locks of pending migrations, read from `pg_locks` after a trial run, because only their SQL says what they lock. */
import {sql} from 'kysely';
import type {DbOrTrx} from '../../tables.ts';
import type {Announcement} from '../change.ts';
import {formatCountedNoun} from './finding.ts';
import {countTableRows} from './plan.ts';

export interface LockedTable {
  table: string;
  isClosed: boolean;
}

/** @returns lists the existing tables that the transaction has locked since, dropped ones included */
export const watchLocks = async (trx: DbOrTrx): Promise<() => Promise<LockedTable[]>> => {
  const {rows: tables} = await sql<{id: number; table: string}>`select oid::integer as id, relname as table from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`.execute(trx);
  return async () => {
    const {rows} = await sql<{id: number; isClosed: boolean}>`
      select relation::integer as id, bool_or(mode = 'AccessExclusiveLock') as "isClosed" from pg_locks
      where pid = pg_backend_pid() and locktype = 'relation' and mode in ('ShareLock', 'ShareRowExclusiveLock', 'AccessExclusiveLock')
      group by 1`.execute(trx);
    return tables.flatMap(({id, table}) => rows.filter(lock => lock.id === id).map(({isClosed}) => ({table, isClosed})));
  };
};

/** A line for each locked table with rows, and one that the preview itself locked them. */
export const lockAnnouncements = async (db: DbOrTrx, locks: readonly LockedTable[]): Promise<Announcement[]> => {
  const lines: Announcement[] = [];
  for (const {table, isClosed} of locks) {
    const rows = await countTableRows(db, table);
    if (rows === 0) continue;
    lines.push({
      sentence: `Durante as migrações, ninguém ${isClosed ? 'lê nem ' : ''}grava em ${table} ` +
        `(${formatCountedNoun(rows, 'linha', 'linhas')}).`,
      lock: isClosed ? 'ACCESS EXCLUSIVE' : 'SHARE ROW EXCLUSIVE', table, rows,
    });
  }
  return lines.length === 0 ? [] : [...lines, {
    sentence: 'Esta prévia as fez e desfez, e quem usa essas tabelas esperou por ela também: numa cópia (npm run backup, restore) ' +
      'ela não faz ninguém esperar.',
  }];
};
