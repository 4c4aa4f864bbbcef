import {CompiledQuery, sql} from 'kysely';
import type {Database} from '../connection/open.ts';
import type {Db, DbOrTrx} from '../tables.ts';
import {doneSentence, type Change} from './change.ts';

const hasRows = async (db: DbOrTrx, table: string): Promise<boolean> => {
  const {rows: [row]} = await sql<{found: boolean}>`select to_regclass(quote_ident(${table})) is not null as found`.execute(db);
  if (row?.found !== true) return false;
  return (await sql`select from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0;
};

/**
 * Index changes on tables with rows, which a server's database makes with CONCURRENTLY so that writers do not wait.
 *
 * @param names of tables renamed before: the present name, by the new one
 */
export const selectConcurrentIndexChanges = async (
  db: DbOrTrx, kind: Database['kind'], changes: readonly Change[], names: ReadonlyMap<string, string> = new Map(),
): Promise<Change[]> => {
  if (kind === 'embedded') return [];
  const hasRowsByTable = new Map<string, boolean>();
  for (const table of new Set(changes.flatMap(({index}) => index?.table ?? []))) {
    hasRowsByTable.set(table, await hasRows(db, names.get(table) ?? table));
  }
  return changes.filter(({index}) => index !== undefined && hasRowsByTable.get(index.table) === true);
};

const UNIQUE_VIOLATION = '23505';
const execute = (db: DbOrTrx, change: Change, statement = change.sql): Promise<unknown> =>
  sql.raw(statement).execute(db).catch((error: unknown) => {
    if ((error as {code?: string}).code !== UNIQUE_VIOLATION) throw error;
    throw new Error(`Há valores repetidos no banco de dados. Não foi possível fazer: ${doneSentence(change.sentence)}`, {cause: error});
  });

type Log = (sentence: string) => void;
const logLine = (change: Change): string => `Banco de dados: ${doneSentence(change.sentence)}`;

/**
 * Makes changes in one transaction.
 *
 * @param log one sentence for each change
 * @throws Error in Portuguese when meanwhile written rows violate a unique index
 */
export const applyChanges = async (db: Db, changes: readonly Change[], log: Log): Promise<void> => {
  if (changes.length === 0) return;
  await db.transaction().execute(async trx => {
    for (const change of changes) {
      await execute(trx, change);
      await change.backfill?.(trx);
    }
  });
  for (const change of changes) log(logLine(change));
};

/**
 * Makes changes that rewrite rows in batches, beside writers. Finished batches stay: the next start continues an interrupted run.
 *
 * @param log one sentence for each change
 */
export const applyInBatches = async (db: Db, changes: readonly Change[], log: Log): Promise<void> => {
  for (const change of changes) {
    const {batchedUpdate} = change;
    if (batchedUpdate === undefined) continue;
    const table = sql.table(batchedUpdate.table);
    // The lock waits for writers that began before the structure changed.
    await db.transaction().execute(trx => sql`lock table ${table} in share mode`.execute(trx));
    const {rows: [last]} = await sql<{id: number | null}>`select max(id) as id from ${table}`.execute(db);
    for (let after = 0; after < (last?.id ?? 0); after += batchedUpdate.size) {
      await db.executeQuery(CompiledQuery.raw(batchedUpdate.sql, [after, after + batchedUpdate.size]));
    }
    await execute(db, change);
    log(logLine(change));
  }
};

/**
 * Makes the changes of {@link selectConcurrentIndexChanges}, which no transaction can contain.
 * A failed one is dropped; after a killed process an invalid index remains, which the next start rebuilds.
 *
 * @param log one sentence for each change
 * @throws Error in Portuguese when meanwhile written rows violate a unique index
 */
export const applyConcurrentIndexChanges = async (db: Db, changes: readonly Change[], log: Log): Promise<void> => {
  for (const change of changes) {
    await execute(db, change, change.index?.concurrently).catch(async (error: unknown) => {
      await sql`drop index concurrently if exists ${sql.ref(change.index?.name ?? '')}`.execute(db).catch(() => {});
      throw error;
    });
    log(logLine(change));
  }
};
