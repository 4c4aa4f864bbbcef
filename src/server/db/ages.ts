/** What goes with time: rows that tell of what is over (docs: operations, 'What grows, and what goes'). Everything else stays. */
import {sql, type RawBuilder} from 'kysely';
import type {Report} from './connection/open.ts';
import type {Db} from './tables.ts';
import {isOut} from './trouble.ts';

/** Days after which it goes, by table; bytes of files that no record shows any more, which have none, by `arquivos`. */
export const DAYS_KEPT = {
  idempotencia: 1, pedidos_senha: 1, correio: 30, tokens_senha: 30, avisos: 90, tentativas_login: 90, arquivos: 30,
} as const;

/** The instant before which what is there of it goes. @param now for tests */
export const goneBefore = (what: keyof typeof DAYS_KEPT, now: RawBuilder<Date> = sql`now()`): RawBuilder<Date> =>
  sql`${now} - make_interval(days => ${sql.lit(DAYS_KEPT[what])})`;
const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** For how many milliseconds it stays. */
export const keptFor = (what: keyof typeof DAYS_KEPT): number => DAYS_KEPT[what] * DAY;

/** Those that go by the instant of their creation alone, mails before the links that they hold; the others have sweeps of their own. */
const SWEPT = {
  idempotencia: sql`true`, pedidos_senha: sql`true`, avisos: sql`true`, correio: sql`estado <> 'pendente'`,
  tokens_senha: sql`not exists (select from correio where id_token = tokens_senha.id)`,
};

/** A viewer who has not renewed for an hour; nobody counts as being there for longer than seconds. */
const OLD_PRESENCE = sql`greatest(visto_em, mudou_em) < now() - interval '1 hour'`;

/** Rows that one statement removes: on the embedded database everybody waits for it. */
const BATCH = 5000;

/** Removes what is old enough, but for rows that somebody is at: those go the next time. */
export const sweepRows = async (db: Db): Promise<void> => {
  const swept = Object.entries(SWEPT).map(([table, over]) =>
    [table, sql`data_criacao < ${goneBefore(table as keyof typeof SWEPT)} and ${over}`] as const);
  for (const [table, old] of [...swept, ['presencas', OLD_PRESENCE] as const]) {
    for (let removed = BATCH; removed === BATCH;) {
      const {numAffectedRows = 0n} = await sql`
        delete from ${sql.table(table)} where ctid = any (array(
          select ctid from ${sql.table(table)} where ${old} limit ${BATCH}::integer for update skip locked))`.execute(db);
      removed = Number(numAffectedRows);
    }
  }
};

/** Sweeps every hour, in a running server. @returns what ends it, and resolves when the sweep on its way is over */
export const careForRows = (db: Db, report: Report): (() => Promise<void>) => {
  let swept = Promise.resolve();
  const failed = (error: unknown): void => {
    // Of a database that is out whoever watches it tells.
    if (!isOut(error)) report('A limpeza do banco de dados falhou.', error);
  };
  const sweeping = setInterval(() => {
    swept = swept.then(() => sweepRows(db)).catch(failed);
  }, HOUR).unref();
  return () => {
    clearInterval(sweeping);
    return swept;
  };
};
