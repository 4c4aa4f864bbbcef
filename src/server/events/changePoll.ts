/**
 * Poll for changes in the history, whose entries commit with their changes, so that all servers see the same.
 * Ids are assigned before the commit, so a lower id may appear later.
 * Missing ids are looked for again until no transaction can commit them any more.
 */
import {sql, type RawBuilder} from 'kysely';
import {aggregateOf} from '../../schema/fields/calculation.ts';
import {referencedValueOf} from '../../schema/fields/relatedFields.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {openStatuses} from '../../schema/statuses/statuses.ts';
import {fieldChangePredicate} from '../db/companyMoves.ts';
import {fieldRef} from '../db/conditions/waits.ts';
import {DEFAULT_DATABASE_LIMITS} from '../db/limits.ts';
import {toSnakeCase, tableOf} from '../db/sqlNames.ts';
import type {Context} from '../context.ts';
import type {Db, Sql} from '../db/tables.ts';
import {hiddenProfileIds} from '../history/stepVisibility.ts';
import {changesScopePredicate} from './formerRecords.ts';

export interface RecordChange {
  recurso: string;
  idRegistro: number;
  /** History entry, where it may have changed the record's scope. */
  desde: number | undefined;
  /** True for a record with aggregates of the changed one, or with its person. */
  calculado?: true;
  /** Ids of the profiles that must not learn of the change. */
  ocultoDe: readonly number[];
}

interface Gap {
  id: number;
  missedAt: number;
  /** Transactions from this xid on surely took later ids; undefined until the statement that took this id has ended. */
  before: bigint | undefined;
}

interface Entry extends Pick<RecordChange, 'recurso' | 'idRegistro'> {
  id: number | null;
  mudaAlcance: boolean;
  ocultoDe: readonly number[] | null;
  acima: readonly {recurso: string; id: number | null}[] | null;
}
interface Row extends Entry {
  /** Transactions before `oldest` have ended; those from `next` on had not begun to write. */
  oldest: string;
  next: string;
  isThere: boolean;
}

/** Maximum duration of a transaction: its rows carry the instant of its begin, and appear at its end. */
const MAX_TRANSACTION_MS = DEFAULT_DATABASE_LIMITS.transactionIdle + DEFAULT_DATABASE_LIMITS.statement + DEFAULT_DATABASE_LIMITS.lock;
const ago = (milliseconds: number): RawBuilder<Date> => sql`now() - ${milliseconds}::integer * interval '1 millisecond'`;

/** Ids below the newest one that an open transaction may hold at the begin. */
const GAP_WINDOW = 1000;
/** Maximum number of gaps; a transaction with more rows beside parallel ones loses some. */
const MAX_GAPS = 10_000;

/** Records with aggregates of a record, by its references, and transitively. */
const aggregateOwners = (config: Config, name: string, idBy: (by: string) => readonly Sql[]): {recurso: string; id: Sql}[] => {
  const aggregates = Object.entries(config.resources).flatMap(([recurso, {fields}]) => Object.values(fields).flatMap(field => {
    const aggregate = aggregateOf(field);
    return aggregate?.of === name ? [{recurso, by: aggregate.by}] : [];
  }));
  const uniqueAggregates = [...new Map(aggregates.map(aggregate => [`${aggregate.recurso} ${aggregate.by}`, aggregate])).values()];
  return uniqueAggregates.flatMap(({recurso, by}) => idBy(by).flatMap(id => [
    {recurso, id}, ...(recurso === name ? [] : aggregateOwners(config, recurso, next => [referencedId(recurso, next, id)])),
  ]));
};
const referencedId = (name: string, by: string, id: Sql): Sql =>
  sql`(select r.${sql.ref(toSnakeCase(by))} from ${sql.table(tableOf(name))} as r where r.id = ${id})`;

const recordJson = (recurso: string, id: Sql): Sql => sql`jsonb_build_object('recurso', ${sql.lit(recurso)}, 'id', ${id})`;

/** Records with a person in a changed record that get an event, the newest open ones. Lists show the others at the next read. */
const MAX_PERSON_RECORDS = 100;

/** The newest open records whose person a history entry of another record changed, as a JSON array for each resource. */
const recordsOfChangedPeople = (config: Config, name: string, entry: string): Sql[] =>
  Object.entries(config.resources).flatMap(([recurso, resource]) => {
    const read = new Map(Object.values(resource.people ?? {}).map(({field}) => [field, referencedValueOf(resource, field)]));
    return [...read.values()].flatMap(value => {
      if (value?.to !== name) return [];
      const status = fieldRef(resource, 'r', resource.status);
      const open = openStatuses(resource).map(({id}) => sql.lit(id));
      const isOpen = status === undefined || open.length === 0 ? sql`` : sql`and ${status} in (${sql.join(open)})`;
      return [sql`case when ${fieldChangePredicate(entry, value.field)} then (
        select coalesce(jsonb_agg(${recordJson(recurso, sql`r.id`)}), '[]') from (
          select r.id from ${sql.table(tableOf(recurso))} as r
          where r.${sql.ref(toSnakeCase(value.through))} = ${sql.ref(`${entry}.id_registro`)} ${isOpen}
          order by r.id desc limit ${sql.lit(MAX_PERSON_RECORDS)}) as r) else '[]' end`];
    });
  });

/** Records that show values of a history entry's record: {@link aggregateOwners}, before the change and now, and those with its people. */
const dependentRecordsOf = (config: Config, entry: string): Sql => {
  const cases = Object.keys(config.resources).flatMap(name => {
    const owners = aggregateOwners(config, name, by => [
      sql`(${sql.ref(`${entry}.antes`)} ->> ${sql.lit(by)})::integer`, referencedId(name, by, sql.ref(`${entry}.id_registro`)),
    ]).map(({recurso, id}) => recordJson(recurso, id));
    const arrays = [
      ...(owners.length === 0 ? [] : [sql`jsonb_build_array(${sql.join(owners)})`]), ...recordsOfChangedPeople(config, name, entry),
    ];
    return arrays.length === 0 ? [] : [sql`when ${sql.lit(name)} then ${sql.join(arrays, sql` || `)}`];
  });
  return cases.length === 0 ? sql`null` : sql`case ${sql.ref(`${entry}.recurso`)} ${sql.join(cases, sql` `)} end`;
};

const entryOf = (config: Config): Sql => sql`
  h.id, h.recurso, h.id_registro as "idRegistro", ${changesScopePredicate(config, 'h')} as "mudaAlcance",
      ${dependentRecordsOf(config, 'h')} as acima,
  ${hiddenProfileIds(config, 'h')} as "ocultoDe"`;
const changesOf = (entries: readonly Entry[]): RecordChange[] => entries.flatMap((entry): RecordChange[] => {
  const {id, recurso, idRegistro, mudaAlcance, acima} = entry;
  const ocultoDe = entry.ocultoDe ?? [];
  return [
    {recurso, idRegistro, desde: mudaAlcance ? id ?? undefined : undefined, ocultoDe},
    ...(acima ?? []).flatMap(owner => (owner.id === null ? []
      : [{recurso: owner.recurso, idRegistro: owner.id, desde: undefined, calculado: true as const, ocultoDe}])),
  ];
});

/** History entries searched for a replay, few enough for a reader of normal speed. */
const MAX_REPLAYED_ENTRIES = 500;

/**
 * Reads the changes committed in the milliseconds before now, with a margin.
 *
 * @returns undefined where they are too many
 */
export const readChangesSince = async (
  {config, db}: Pick<Context, 'config' | 'db'>, milliseconds: number,
): Promise<readonly RecordChange[] | undefined> => {
  const {rows} = await sql<Entry & {isDue: boolean; isOver: boolean}>`
    select ${entryOf(config)},
      h.data_criacao >= ${ago(milliseconds + MAX_TRANSACTION_MS)} as "isDue",
      h.data_criacao < ${ago(milliseconds + 2 * MAX_TRANSACTION_MS)} as "isOver"
    from (select * from historico order by id desc limit ${sql.lit(MAX_REPLAYED_ENTRIES)}) as h order by h.id`.execute(db);
  // If the oldest entry had ended before, so had all with lower ids.
  const isComplete = rows.length < MAX_REPLAYED_ENTRIES || rows[0]?.isOver === true;
  return isComplete ? changesOf(rows.filter(({isDue}) => isDue)) : undefined;
};

export interface ChangePoll {
  /** Starts: changes committed after it resolves are returned by {@link ChangePoll.next}. */
  begin(): Promise<void>;
  /**
   * Reads the changes committed since the last call.
   *
   * @param maxRows rows read at once
   * @returns `more`: further rows are left; `lost`: the last entry is gone, because a standby without it took over,
   *   and the caller must begin anew
   */
  next(maxRows: number): Promise<{changes: readonly RecordChange[]; hasMore: boolean; isLost: boolean}>;
}

/** @param settled milliseconds after which a statement that took an id has surely ended */
export const createChangePoll = (
  {config, db}: Pick<Context, 'config' | 'db'>, settled: number = DEFAULT_DATABASE_LIMITS.answer,
): ChangePoll => {
  let last = 0;
  let gaps: Gap[] = [];

  const recordGaps = (newest: number, read: ReadonlySet<number>): void => {
    const missedAt = performance.now();
    for (let id = Math.max(last, newest - MAX_GAPS) + 1; id < newest; id++) if (!read.has(id)) gaps.push(
      {id, missedAt, before: undefined},
    );
    last = newest;
    gaps = gaps.slice(-MAX_GAPS);
  };

  /** Drops gaps that are filled, or whose transaction was rolled back. */
  const closeGaps = (read: ReadonlySet<number>, oldest: bigint, next: bigint): void => {
    const now = performance.now();
    gaps = gaps.filter(gap => {
      if (read.has(gap.id) || (gap.before !== undefined && gap.before <= oldest)) return false;
      // A transaction that took an id without writing yet has no xid in the snapshot.
      if (gap.before === undefined && now - gap.missedAt >= settled) gap.before = next;
      return true;
    });
  };

  return {
    begin: async () => {
      const {rows} = await sql<{id: number}>`
        select id from historico where id > (select coalesce(max(id), 0) - ${GAP_WINDOW}::integer from historico) order by id`.execute(db);
      const newest = rows.at(-1)?.id ?? 0;
      last = Math.max(0, newest - GAP_WINDOW);
      recordGaps(newest, new Set(rows.map(({id}) => id)));
    },
    next: async maxRows => {
      const {rows} = await sql<Row>`
        select pg_snapshot_xmin(s.now)::text as oldest, pg_snapshot_xmax(s.now)::text as next,
          ${last}::integer = 0 or exists (select from historico where id = ${last}) as "isThere", ${entryOf(config)}
        from (select pg_current_snapshot() as now) as s left join lateral (
          (select * from historico where id > ${last} order by id limit ${maxRows})
          union all
          (select * from historico where id = any(${gaps.map(({id}) => id)}::integer[]))
        ) as h on true order by h.id`.execute(db);
      const [first] = rows;
      if (first === undefined) throw new TypeError('A snapshot has a row.');
      // History is never deleted.
      if (!first.isThere) return {changes: [], hasMore: false, isLost: true};
      const entries = rows.filter(({id}) => id !== null);
      const read = new Set(entries.flatMap(({id}) => id ?? []));
      const fresh = [...read].filter(id => id > last);
      closeGaps(read, BigInt(first.oldest), BigInt(first.next));
      const newest = fresh.at(-1);
      if (newest !== undefined) recordGaps(newest, read);
      return {changes: changesOf(entries), hasMore: fresh.length === maxRows, isLost: false};
    },
  };
};

/**
 * Creates the poll for users with written or read notices.
 *
 * @returns selects the users whose notices changed since the last call; the first time, recently
 */
export const createNoticePoll = (db: Db): ((ids: readonly number[]) => Promise<Set<number>>) => {
  let reported = new Set<string>();
  return async ids => {
    const {rows} = await sql<{id: number; em: string}>`
      select a.id_usuario as id, a.em::text as em from (
        select id_usuario, data_criacao as em from avisos where data_criacao > ${ago(MAX_TRANSACTION_MS)}
        union
        select id_usuario, data_leitura from avisos where data_leitura > ${ago(MAX_TRANSACTION_MS)}
      ) as a where a.id_usuario = any(${ids}::integer[])`.execute(db);
    const instants = new Map(rows.map(({id, em}) => [`${id} ${em}`, id]));
    const fresh = [...instants].filter(([key]) => !reported.has(key));
    reported = new Set(instants.keys());
    return new Set(fresh.map(([, id]) => id));
  };
};
