/**
 * What was written since one looked last: rows of the history, each of which is committed with what it tells of, so that all servers
 * on a database see the same. Ids are taken before they are committed, and a transaction may stay open while newer ones end: an id
 * that is passed over is looked for again until nobody can commit it any more.
 */
import {sql, type RawBuilder} from 'kysely';
import {aggregateOf} from '../../schema/fields/calculation.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {DEFAULT_DATABASE_LIMITS} from '../db/limits.ts';
import {toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Context} from '../context.ts';
import type {Db, Sql} from '../db/tables.ts';
import {hiddenProfileIds} from '../history/stepVisibility.ts';
import {changesReach} from './before.ts';

/** A record that was made, changed or deleted. */
export interface Change {
  /** The resource's name. */
  recurso: string;
  idRegistro: number;
  /** The entry of the history, where it may have changed who reaches the record. */
  desde: number | undefined;
  /** It is another one's change: this one has numbers that are calculated of it. */
  calculado?: true;
  /** The ids of the profiles that learn nothing of it. */
  ocultoDe: readonly number[];
}

/** An id that is missing between others. */
interface Gap {
  id: number;
  /** When it was missed first, in milliseconds of `performance.now()`. */
  missed: number;
  /** The first of the transactions that surely took their ids later; unknown until the statement that took this one is over. */
  before: bigint | undefined;
}

interface Entry extends Pick<Change, 'recurso' | 'idRegistro'> {
  id: number | null;
  mudaAlcance: boolean;
  ocultoDe: readonly number[] | null;
  acima: readonly {recurso: string; id: number | null}[] | null;
}
interface Row extends Entry {
  /** Transactions before `oldest` are over; those from `next` on had not begun to write. */
  oldest: string;
  next: string;
  isThere: boolean;
}

/**
 * Milliseconds that no transaction of ours takes longer than: what it writes carries the instant at which it began, and is seen when it
 * ended.
 */
const LONGEST = DEFAULT_DATABASE_LIMITS.transactionIdle + DEFAULT_DATABASE_LIMITS.statement + DEFAULT_DATABASE_LIMITS.lock;
const ago = (milliseconds: number): RawBuilder<Date> => sql`now() - ${milliseconds}::integer * interval '1 millisecond'`;

/** Ids below the newest of the beginning that somebody may still hold. */
const WINDOW = 1000;
/** Gaps that are remembered: a transaction that writes more rows than that beside others loses some. */
const MOST_GAPS = 10_000;

/** The records that have numbers of a record, by its references, and those that have numbers of these in turn. */
const above = (config: Config, name: string, idBy: (by: string) => readonly Sql[]): {recurso: string; id: Sql}[] => {
  const found = Object.entries(config.resources).flatMap(([recurso, {fields}]) => Object.values(fields).flatMap(field => {
    const kept = aggregateOf(field);
    return kept?.of === name ? [{recurso, by: kept.by}] : [];
  }));
  const each = [...new Map(found.map(one => [`${one.recurso} ${one.by}`, one])).values()];
  return each.flatMap(({recurso, by}) => idBy(by).flatMap(id => [
    {recurso, id}, ...(recurso === name ? [] : above(config, recurso, next => [referred(recurso, next, id)])),
  ]));
};
const referred = (name: string, by: string, id: Sql): Sql =>
  sql`(select r.${sql.ref(toSnakeCase(by))} from ${sql.table(tableOf(name))} as r where r.id = ${id})`;

/** The same for an entry of the history: those that the record counts for now, or did before. */
const aboveOf = (config: Config, entry: string): Sql => {
  const cases = Object.keys(config.resources).flatMap(name => {
    const all = above(config, name, by => [
      sql`(${sql.ref(`${entry}.antes`)} ->> ${sql.lit(by)})::integer`, referred(name, by, sql.ref(`${entry}.id_registro`)),
    ]).map(({recurso, id}) => sql`jsonb_build_object('recurso', ${sql.lit(recurso)}, 'id', ${id})`);
    return all.length === 0 ? [] : [sql`when ${sql.lit(name)} then jsonb_build_array(${sql.join(all)})`];
  });
  return cases.length === 0 ? sql`null` : sql`case ${sql.ref(`${entry}.recurso`)} ${sql.join(cases, sql` `)} end`;
};

const entryOf = (config: Config): Sql => sql`
  h.id, h.recurso, h.id_registro as "idRegistro", ${changesReach(config, 'h')} as "mudaAlcance", ${aboveOf(config, 'h')} as acima,
  ${hiddenProfileIds(config, 'h')} as "ocultoDe"`;
const changesOf = (entries: readonly Entry[]): Change[] => entries.flatMap((entry): Change[] => {
  const {id, recurso, idRegistro, mudaAlcance, acima} = entry;
  const ocultoDe = entry.ocultoDe ?? [];
  return [
    {recurso, idRegistro, desde: mudaAlcance ? id ?? undefined : undefined, ocultoDe},
    ...(acima ?? []).flatMap(one => (one.id === null ? []
      : [{recurso: one.recurso, idRegistro: one.id, desde: undefined, calculado: true as const, ocultoDe}])),
  ];
});

/** Entries that are looked through for what somebody missed: what is told of so many waits for a reader who is not too slow. */
const MOST_MISSED = 500;

/**
 * What was committed in the milliseconds before now, and some of what was before that.
 *
 * @returns undefined: too much to be looked through
 */
export const changedWithin = async (
  {config, db}: Pick<Context, 'config' | 'db'>, milliseconds: number,
): Promise<readonly Change[] | undefined> => {
  const {rows} = await sql<Entry & {isDue: boolean; isOver: boolean}>`
    select ${entryOf(config)},
      h.data_criacao >= ${ago(milliseconds + LONGEST)} as "isDue", h.data_criacao < ${ago(milliseconds + 2 * LONGEST)} as "isOver"
    from (select * from historico order by id desc limit ${sql.lit(MOST_MISSED)}) as h order by h.id`.execute(db);
  // Where the oldest of them was over before, whatever has a lower id was so too.
  const isAll = rows.length < MOST_MISSED || rows[0]?.isOver === true;
  return isAll ? changesOf(rows.filter(({isDue}) => isDue)) : undefined;
};

export interface Changes {
  /** From now on: what is committed after it has resolved is among what {@link Changes.next} tells. */
  begin(): Promise<void>;
  /**
   * What was committed since.
   *
   * @param most rows read at once
   * @returns whether there is more; `lost`: what was read last is not there, as the database's place was taken by a standby that had not
   * got it, and whoever goes on is to begin anew
   */
  next(most: number): Promise<{changes: readonly Change[]; more: boolean; lost: boolean}>;
}

/** @param settled milliseconds after which a statement that took an id has surely ended */
export const createChanges = ({config, db}: Pick<Context, 'config' | 'db'>, settled: number = DEFAULT_DATABASE_LIMITS.answer): Changes => {
  let last = 0;
  let gaps: Gap[] = [];

  /** Notes which ids up to `newest` are not among those that were read. */
  const miss = (newest: number, read: ReadonlySet<number>): void => {
    const missed = performance.now();
    for (let id = Math.max(last, newest - MOST_GAPS) + 1; id < newest; id++) if (!read.has(id)) gaps.push({id, missed, before: undefined});
    last = newest;
    gaps = gaps.slice(-MOST_GAPS);
  };

  /** Forgets gaps that are filled, or that a transaction left which was taken back. */
  const settle = (read: ReadonlySet<number>, oldest: bigint, next: bigint): void => {
    const now = performance.now();
    gaps = gaps.filter(gap => {
      if (read.has(gap.id) || (gap.before !== undefined && gap.before <= oldest)) return false;
      // Who has taken an id and written nothing yet is not among the transactions that one sees.
      if (gap.before === undefined && now - gap.missed >= settled) gap.before = next;
      return true;
    });
  };

  return {
    begin: async () => {
      const {rows} = await sql<{id: number}>`
        select id from historico where id > (select coalesce(max(id), 0) - ${WINDOW}::integer from historico) order by id`.execute(db);
      const newest = rows.at(-1)?.id ?? 0;
      last = Math.max(0, newest - WINDOW);
      miss(newest, new Set(rows.map(({id}) => id)));
    },
    next: async most => {
      const {rows} = await sql<Row>`
        select pg_snapshot_xmin(s.now)::text as oldest, pg_snapshot_xmax(s.now)::text as next,
          ${last}::integer = 0 or exists (select from historico where id = ${last}) as "isThere", ${entryOf(config)}
        from (select pg_current_snapshot() as now) as s left join lateral (
          (select * from historico where id > ${last} order by id limit ${most})
          union all
          (select * from historico where id = any(${gaps.map(({id}) => id)}::integer[]))
        ) as h on true order by h.id`.execute(db);
      const [first] = rows;
      if (first === undefined) throw new TypeError('A snapshot has a row.');
      // History never goes.
      if (!first.isThere) return {changes: [], more: false, lost: true};
      const found = rows.filter(({id}) => id !== null);
      const read = new Set(found.flatMap(({id}) => id ?? []));
      const fresh = [...read].filter(id => id > last);
      settle(read, BigInt(first.oldest), BigInt(first.next));
      const newest = fresh.at(-1);
      if (newest !== undefined) miss(newest, read);
      return {changes: changesOf(found), more: fresh.length === most, lost: false};
    },
  };
};

/**
 * Whose notices were written or read: how many are unread is told to them anew.
 *
 * @returns what tells which of these users' notices have changed since it was asked last; the first time, lately
 */
export const createUnread = (db: Db): ((ids: readonly number[]) => Promise<Set<number>>) => {
  let seen = new Set<string>();
  return async ids => {
    const {rows} = await sql<{id: number; em: string}>`
      select a.id_usuario as id, a.em::text as em from (
        select id_usuario, data_criacao as em from avisos where data_criacao > ${ago(LONGEST)}
        union
        select id_usuario, data_leitura from avisos where data_leitura > ${ago(LONGEST)}
      ) as a where a.id_usuario = any(${ids}::integer[])`.execute(db);
    const found = new Map(rows.map(({id, em}) => [`${id} ${em}`, id]));
    const fresh = [...found].filter(([key]) => !seen.has(key));
    seen = new Set(found.keys());
    return new Set(fresh.map(([, id]) => id));
  };
};
