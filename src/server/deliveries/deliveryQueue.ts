/**
 * The queue of deliveries: a delivery is written in its record's transaction, claimed with a lease in a short one, sent outside of any, and
 * marked. Of one record the deliveries to one destination go in order, one at a time (rules: Deliveries 2).
 */
import {randomUUID} from 'node:crypto';
import {sql, type Transaction} from 'kysely';
import type {Db, DbOrTrx, Tables} from '../db/tables.ts';
import type {RecordDelivery} from '../sending/destination.ts';
import {errorLine, leaseRow, nextAttempt, renewLeaseOf, updateClaimed, type ClaimedRow} from '../sending/leasedRows.ts';

/** Attempts before a delivery is dead, after about a day. */
const MAX_ATTEMPTS = 19;

export type NewDelivery = Pick<RecordDelivery, 'destination' | 'resource' | 'recordId' | 'event' | 'body'>;

/** Queues deliveries. They leave after the commit; a rollback takes them back. */
export const insertDeliveries = async (trx: DbOrTrx, rows: readonly NewDelivery[]): Promise<void> => {
  if (rows.length === 0) return;
  const values = rows.map(({destination, resource, recordId, event, body}) =>
    sql`(${destination}, ${resource}, ${recordId}, ${event}, ${JSON.stringify(body)})`);
  await sql`insert into entregas (destino, recurso, id_registro, evento, corpo) values ${sql.join(values)}`.execute(trx);
};

export interface ClaimedDelivery extends ClaimedRow, RecordDelivery {}

interface DeliveryRow extends Omit<RecordDelivery, 'attempt'> {
  id: number;
  attempts: number;
}

/**
 * Claims the next due delivery to a destination, unless an older one of the same record waits or is dead.
 * One whose attempts all ended without a result is dead.
 */
export const claimDelivery = async (db: Db, destination: string): Promise<ClaimedDelivery | undefined> => {
  for (;;) {
    const claim = await db.transaction().execute(trx => claimOne(trx, destination));
    if (claim !== 'dead') return claim;
  }
};

const claimOne = async (trx: Transaction<Tables>, destination: string): Promise<ClaimedDelivery | 'dead' | undefined> => {
  const {rows: [row]} = await sql<DeliveryRow>`
    select e.id, e.chave as key, e.destino as destination, e.recurso as resource, e.id_registro as "recordId", e.evento as event,
      e.corpo as body, e.tentativas as attempts, e.data_criacao as "createdAt"
    from entregas e
    where e.estado = 'pendente' and e.destino = ${destination} and e.proxima <= now() and not exists (
      select from entregas p where p.destino = e.destino and p.recurso = e.recurso and p.id_registro = e.id_registro and p.id < e.id
        and p.estado in ('pendente', 'morta'))
    order by e.proxima, e.id limit 1 for update of e skip locked`.execute(trx);
  if (row === undefined) return undefined;
  const {attempts, ...delivery} = row;
  if (attempts >= MAX_ATTEMPTS) {
    await sql`update entregas set estado = 'morta', dono = null where id = ${row.id}`.execute(trx);
    return 'dead';
  }
  const dono = randomUUID();
  await leaseRow(trx, 'entregas', {id: row.id, dono});
  return {...delivery, attempt: attempts + 1, dono};
};

export const renewDeliveryLease = renewLeaseOf('entregas');
export const markDelivered = updateClaimed('entregas', sql`estado = 'entregue', data_entrega = now(), dono = null, erro = null`);

/** Returns a failed delivery to the queue. @returns true where that was the last attempt, and the delivery is dead */
export const returnToQueue = async (db: Db, delivery: ClaimedDelivery, error: unknown): Promise<boolean> => {
  const isLast = delivery.attempt >= MAX_ATTEMPTS;
  const estado = isLast ? 'morta' : 'pendente';
  const assigned = sql`estado = ${estado}, dono = null, erro = ${errorLine(error)}, proxima = ${nextAttempt(delivery.attempt)}`;
  await updateClaimed('entregas', assigned)(db, delivery);
  return isLast;
};
