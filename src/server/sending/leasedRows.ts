/**
 * Rows that a sender claims with a lease: `dono` holds the lease's token, `proxima` its end or the next attempt, `tentativas` counts.
 * Of several servers one claims a row, and the lease of a dead process expires.
 */
import {sql, type Transaction} from 'kysely';
import type {Db, Sql, Tables} from '../db/tables.ts';

/** Tables with such rows. */
type SendingTable = 'correio' | 'entregas';

/** A row that this process has claimed. */
export interface ClaimedRow {
  id: number;
  dono: string;
}

export const LEASE_INTERVAL: Sql = sql`interval '2 minutes'`;
/** Interval at which the holder of a lease renews it, in ms. */
export const RENEW_LEASE_INTERVAL_MS = 30_000;
/** Backoff: each wait is three times the previous one, up to the maximum. */
const FIRST_WAIT_SECONDS = 10;
const MAX_WAIT_SECONDS = 7200;

/** Seconds until the next attempt, with jitter, because rows that failed together would retry together. */
const waitSeconds = (attempt: number): number =>
  Math.min(FIRST_WAIT_SECONDS * 3 ** (attempt - 1), MAX_WAIT_SECONDS) * (0.75 + Math.random() / 2);

/** The instant of the next attempt after a failed one. */
export const nextAttempt = (attempt: number): Sql => sql`now() + ${waitSeconds(attempt)}::double precision * interval '1 second'`;

/** Leases a row that the transaction locks, and counts the attempt. */
export const leaseRow = async (trx: Transaction<Tables>, table: SendingTable, {id, dono}: ClaimedRow): Promise<void> => void (await sql`
  update ${sql.table(table)} set dono = ${dono}, tentativas = tentativas + 1, proxima = now() + ${LEASE_INTERVAL}
  where id = ${id}`.execute(trx));

/** Creates an update of a claimed row, without effect after the lease was lost. */
export const updateClaimed = (table: SendingTable, assigned: Sql) => async (db: Db, {id, dono}: ClaimedRow): Promise<void> =>
  void (await sql`update ${sql.table(table)} set ${assigned} where id = ${id} and dono = ${dono}`.execute(db));

export const renewLeaseOf = (table: SendingTable) => updateClaimed(table, sql`proxima = now() + ${LEASE_INTERVAL}`);

/**
 * Makes all pending rows due at start, because the operator may have removed the cause of their failures.
 *
 * @param isSole true where no other process has this database open, so that each lease is stale
 */
export const makePendingDue = async (db: Db, table: SendingTable, isSole: boolean): Promise<void> => void (await sql`
  update ${sql.table(table)} set proxima = now(), dono = null where estado = 'pendente' and (${isSole}::boolean or dono is null)`
  .execute(db));

const MAX_ERROR_LENGTH = 300;

/** Text of an error for the page of deliveries: one line, without characters that a text column refuses. */
export const errorLine = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : 'erro desconhecido')
    .replaceAll(/[\s\0]+/g, ' ').slice(0, MAX_ERROR_LENGTH);
