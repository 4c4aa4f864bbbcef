/** Retention: old rows of finished things are deleted by age (docs: operations, 'What grows, and what goes'). */
import {sql, type RawBuilder} from 'kysely';
import type {ErrorReporter} from './connection/open.ts';
import type {Db} from './tables.ts';
import {isDatabaseUnavailable} from './databaseErrors.ts';

/** Days that rows stay, by table; `arquivos` counts from the moment a file is on no record. */
export const RETENTION_DAYS = {
  idempotencia: 1, pedidos_senha: 1, correio: 30, tokens_senha: 30, avisos: 90, entregas: 30, tentativas_login: 90, arquivos: 30,
} as const;

/** The instant before which rows of `table` are expired. @param now for tests */
export const retentionCutoff = (table: keyof typeof RETENTION_DAYS, now: RawBuilder<Date> = sql`now()`): RawBuilder<Date> =>
  sql`${now} - make_interval(days => ${sql.lit(RETENTION_DAYS[table])})`;
const HOUR = 3_600_000;
export const DAY_MS = 24 * HOUR;
export const retentionMs = (table: keyof typeof RETENTION_DAYS): number => RETENTION_DAYS[table] * DAY_MS;

/** Tables swept by age alone. Mails go before the tokens they refer to; other tables have sweeps of their own. */
const SWEPT = {
  idempotencia: sql`true`, pedidos_senha: sql`true`, avisos: sql`true`, correio: sql`estado <> 'pendente'`,
  entregas: sql`estado in ('entregue', 'pulada')`,
  tokens_senha: sql`not exists (select from correio where id_token = tokens_senha.id)`,
};

/** Presence lasts seconds, so an hour without renewal leaves room for every clock. */
const OLD_PRESENCE = sql`greatest(visto_em, mudou_em) < now() - interval '1 hour'`;

/** Rows of one statement: the embedded database serves one statement at a time. */
const BATCH = 5000;

/** Deletes expired rows in batches; locked rows wait for the next sweep. */
export const deleteExpiredRows = async (db: Db): Promise<void> => {
  const deletions = Object.entries(SWEPT).map(([table, condition]) =>
    [table, sql`data_criacao < ${retentionCutoff(table as keyof typeof SWEPT)} and ${condition}`] as const);
  for (const [table, expired] of [...deletions, ['presencas', OLD_PRESENCE] as const]) {
    for (let removed = BATCH; removed === BATCH;) {
      const {numAffectedRows = 0n} = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${expired} limit ${BATCH}::integer for update skip locked))`.execute(db);
      removed = Number(numAffectedRows);
    }
  }
};

export const startRowCleanup = (db: Db, report: ErrorReporter): (() => Promise<void>) => {
  let currentSweep = Promise.resolve();
  const reportFailure = (error: unknown): void => {
    // The database watcher reports an unavailable database.
    if (!isDatabaseUnavailable(error)) report('A limpeza do banco de dados falhou.', error);
  };
  const timer = setInterval(() => {
    currentSweep = currentSweep.then(() => deleteExpiredRows(db)).catch(reportFailure);
  }, HOUR).unref();
  return () => {
    clearInterval(timer);
    return currentSweep;
  };
};
