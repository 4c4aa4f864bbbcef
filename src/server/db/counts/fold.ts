/**
 * Folds appended deltas into the counts.
 * Deletion and addition are one statement, so a reader of both tables in one statement sees each delta exactly once.
 */
import {sql} from 'kysely';
import type {Config} from '../../../schema/shapes/config.ts';
import {countedResources} from '../../../schema/dashboard.ts';
import type {CountTables} from '../sqlNames.ts';
import {COUNTS_LOCK} from '../advisoryLocks.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {isDatabaseUnavailable} from '../databaseErrors.ts';
import {ANY_DAY, CREATED_COUNT_KIND, FIRST_COUNT_TABLES, COUNT_KEY_COLUMNS, resourceCountTables, CURRENT_COUNT_KIND} from './definition.ts';

/** Deltas of one fold, which keeps each fold short. */
const BATCH_ROWS = 10_000;
const INTERVAL_MS = 1000;
/** Deleted deltas remain as dead rows, which every reader skips until the next vacuum. */
const VACUUM_AFTER_ROWS = 2000;

/** Aggregates deltas, rows of {@link COUNT_KEY_COLUMNS} and `n`, to each level: all, company, branch. */
export const countsByLevelSql = (changes: string): string => `
  select l.marco, l.nivel, l.id_filial, l.id_empresa, l.dia, c.status, sum(c.n)::integer as n
  from (${changes}) as c cross join lateral (values
    (c.marco, 0, 0, 0, c.dia), (c.marco, 1, 0, c.id_empresa, c.dia), (c.marco, 2, c.id_filial, c.id_empresa, c.dia),
    ('${CURRENT_COUNT_KIND}', 2, c.id_filial, c.id_empresa, date '${ANY_DAY}')
  ) as l (marco, nivel, id_filial, id_empresa, dia)
  where l.marco <> '${CURRENT_COUNT_KIND}' or c.marco = '${CREATED_COUNT_KIND}'
  group by 1, 2, 3, 4, 5, 6 having sum(c.n) <> 0`;

const foldStatement = ({counts, changes}: CountTables): string => `
  with taken as (
    delete from ${changes} where ctid = any (array(select ctid from ${changes} limit ${BATCH_ROWS}))
    returning ${COUNT_KEY_COLUMNS}, quantidade as n
  )
  merge into ${counts} as f using (${countsByLevelSql(`select ${COUNT_KEY_COLUMNS}, n from taken`)}) as g
  on f.marco = g.marco and f.nivel = g.nivel and f.id_filial = g.id_filial and f.id_empresa = g.id_empresa
    and f.dia = g.dia and f.status = g.status
  when matched and f.quantidade + g.n = 0 then delete
  when matched then update set quantidade = f.quantidade + g.n
  when not matched then insert (marco, nivel, id_filial, id_empresa, dia, status, quantidade)
    values (g.marco, g.nivel, g.id_filial, g.id_empresa, g.dia, g.status, g.n)`;

const pendingCount = async (db: DbOrTrx, changes: string): Promise<number> => {
  const {rows} = await sql<{total: number}>`
    select count(*) as total from (select from ${sql.table(changes)} limit ${BATCH_ROWS}::integer) as m`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Folds one batch, unless another process folds. @returns about how many deltas were folded */
export const foldCountDeltas = async (db: Db, tables: CountTables = FIRST_COUNT_TABLES): Promise<number> => {
  if ((await pendingCount(db, tables.changes)) === 0) return 0;
  return db.transaction().execute(async trx => {
    // A statement of its own: the fold needs a snapshot taken after the lock, which has the previous fold's result.
    const {rows: [lock]} = await sql<{mine: boolean}>`select pg_try_advisory_xact_lock(${sql.lit(COUNTS_LOCK)}) as mine`.execute(trx);
    if (lock?.mine !== true) return 0;
    const total = await pendingCount(trx, tables.changes);
    if (total > 0) await sql.raw(foldStatement(tables)).execute(trx);
    return total;
  });
};

/**
 * Folds every second.
 *
 * @param onFailure called once per series of failures; the database watcher reports an unavailable database
 * @returns stops the folding and resolves when the current round is done
 */
export const startCountFolding = (db: Db, config: Config, onFailure: (error: unknown) => void): (() => Promise<void>) => {
  const stop = new AbortController();
  const queues = countedResources(config).map(of => ({tables: resourceCountTables(config, of), sinceVacuum: 0}));
  const fold = async (): Promise<void> => {
    for (const queue of queues) {
      for (let folded = BATCH_ROWS; folded >= BATCH_ROWS && !stop.signal.aborted;) {
        folded = await foldCountDeltas(db, queue.tables);
        queue.sinceVacuum += folded;
      }
      if (stop.signal.aborted) return;
      if (queue.sinceVacuum < VACUUM_AFTER_ROWS) continue;
      queue.sinceVacuum = 0;
      await sql`vacuum ${sql.table(queue.tables.changes)}`.execute(db);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let round = Promise.resolve();
  let isReported = false;
  const run = async (): Promise<void> => {
    try {
      await fold();
      isReported = false;
    } catch (error) {
      if (!isReported && !isDatabaseUnavailable(error)) {
        isReported = true;
        onFailure(error);
      }
    }
    if (!stop.signal.aborted) scheduleRound();
  };
  const scheduleRound = (): void => {
    timer = setTimeout(() => {
      round = run();
    }, INTERVAL_MS).unref();
  };
  scheduleRound();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await round;
  };
};
