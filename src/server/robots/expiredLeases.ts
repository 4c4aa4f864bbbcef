/**
 * Expired leases: the attempt fails, and the last one hands the record to a person.
 * The next claim expires leases too; the sweep only does it sooner.
 */
import {channel} from 'node:diagnostics_channel';
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {formatInstant} from '../../schema/fields/dates.ts';
import {statusByKey} from '../../schema/statuses/statuses.ts';
import {turnHolderField} from '../../schema/statuses/turnHolders.ts';
import {maxAttemptsOf, robotIds} from '../../schema/queue.ts';
import type {ItemMark} from '../../schema/apiShapes.ts';
import {capitalize, nounOf} from '../../schema/words/nouns.ts';
import {TEAM} from '../../schema/words/notices.ts';
import type {Action} from '../../schema/shapes/config.ts';
import type {Actor} from '../context.ts';
import {andPredicates} from '../db/conditions/fieldPredicates.ts';
import type {ErrorReporter} from '../db/connection/open.ts';
import type {Tables} from '../db/tables.ts';
import {isDatabaseUnavailable} from '../db/databaseErrors.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {
  robotActor, companyColumn, isWaitingOrWorking, isInWorkingStatus, robotQueues, moveRecord, retryDelay, queueEntriesWithRecords,
  withoutBraces, LEASE_EXPIRED,
  type RobotQueue,
} from './robotQueue.ts';

/** Publishes the resource name of each expired lease; a rolled-back expiry is published again. */
export const leaseExpiredChannel = channel('balcao:lease-lost');

export interface ExpiredLease {
  id: number;
  /** null: unknown, because an older version wrote the place. */
  idUsuario: number | null;
  nome: string | null;
  robo: string;
  tentativa: number;
  ate: string | null;
  idEmpresa: number | null;
  /** False: the answer never arrived, so the attempt does not count. */
  entregue: boolean;
}

/** The lease of place `f` with its user `u`, as {@link ExpiredLease}. */
export const expiredLeaseJson = (line: RobotQueue): RawBuilder<ExpiredLease> =>
  sql`json_build_object('id', f.id_registro, 'idUsuario', f.id_usuario,
  'nome', u.nome, 'robo', f.robo, 'tentativa', f.tentativas, 'ate', f.ate, 'idEmpresa', ${companyColumn(line)}, 'entregue', f.entregue)`;
export const wasLastAttempt = (line: RobotQueue): RawBuilder<boolean> =>
  sql`(f.entregue and f.tentativas >= ${maxAttemptsOf(line)}::integer)`;

const MAX_NAMED_ITEMS = 3;

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Sentence of a final failure, with the items to correct. */
const failureSentence = ({resource}: RobotQueue, reason: string, marked: readonly ItemMark[]): string => {
  const items = marked.slice(0, MAX_NAMED_ITEMS)
    .map(({descricao, mensagem}) => `Confira ${descricao}${mensagem === reason ? '.' : `: ${endSentence(mensagem)}`}`);
  const furtherItems = marked.length > MAX_NAMED_ITEMS ? ['Confira também os outros itens marcados.'] : [];
  const failure = `O robô não concluiu ${withoutBraces(nounOf(resource).the)} {id}: ${withoutBraces(endSentence(reason))}`;
  return [failure, ...[...items, ...furtherItems].map(withoutBraces)].join(' ');
};

/** Hands the record over after a final failure: to the person of the status for marked items, else to the team if the queue says so. */
export const handoverAfterFailure = (
  line: RobotQueue, reason: string, marked: readonly ItemMark[] = [],
): Pick<Action, 'tells' | 'waits'> => {
  const {config, resource, queue} = line;
  const {waits = TEAM} = statusByKey(resource, queue.failed) ?? {};
  const sentence = failureSentence(line, reason, marked);
  const field = turnHolderField(resource, waits);
  const [person] = Object.entries(resource.people ?? {}).find(([, candidate]) => candidate.field === field) ?? [];
  if (person === undefined) return {tells: {[waits in config.profiles ? waits : TEAM]: sentence}};
  return {
    waits: marked.length === 0 ? queue.waits : undefined,
    tells: {[person]: {says: sentence, when: {waits}}, [TEAM]: {says: sentence, when: {waits: TEAM}, always: true}},
  };
};

/**
 * Moves the record of an expired lease; the caller has written its place.
 *
 * @param finder actor where the holder is unknown
 */
export const expireLease = async (
  line: RobotQueue, trx: Transaction<Tables>, lost: ExpiredLease, isLast: boolean, finder: Pick<Actor, 'id' | 'nome'>,
): Promise<void> => {
  const {id, robo, tentativa, ate, idEmpresa, entregue} = lost;
  const {id: idUsuario, nome} = lost.idUsuario === null ? finder : {id: lost.idUsuario, nome: lost.nome ?? ''};
  const holder = robo || (lost.idUsuario === null ? 'um robô desconhecido' : nome);
  const untilText = ate === null ? '' : ` até ${formatInstant(ate)}`;
  const undelivered = entregue ? '' : '; a reserva não chegou ao robô e não conta como tentativa';
  const reason = `${capitalize(withoutBraces(holder))} não respondeu${untilText}${undelivered}.`;
  await moveRecord(line, trx, robotActor(line, {id: idUsuario, nome, idEmpresa}), id, {
    move: 'expirar', places: ['working', isLast ? 'failed' : 'waiting'],
    actionOptions: {success: reason, ...(isLast ? handoverAfterFailure(line, reason) : {})},
    attempt: {tentativa, robo, tipo: 'SISTEMA', codigo: 'LEASE', mensagem: reason},
  });
  leaseExpiredChannel.publish(line.name);
};

/** The actor of the expiry: the robot itself, or the first robot that reaches the record. */
const finderQuery = (line: RobotQueue): RawBuilder<unknown> => sql`lateral (
  select id, nome from usuarios where case when f.id_usuario is not null then id = f.id_usuario
    else tipo = any(${robotIds(line.config)}::integer[]) and coalesce(id_empresa = ${companyColumn(line)}, true) end
  order by id limit 1)`;

const expireOldest = (line: RobotQueue): Promise<boolean> => line.context.db.transaction().execute(async trx => {
  const {rows: [row]} = await sql<{lost: ExpiredLease; isLast: boolean; finder: {id: number; nome: string}}>`
    with achado as (
      select f.id, f.entregue, ${wasLastAttempt(line)} as "isLast", ${expiredLeaseJson(line)} as lost,
        json_build_object('id', u.id, 'nome', u.nome) as finder
      from ${queueEntriesWithRecords(line)} join ${finderQuery(line)} as u on true
      where ${andPredicates([isWaitingOrWorking(line), LEASE_EXPIRED, isInWorkingStatus(line)])} order by f.ate, f.id limit 1
      for update of f, t skip locked
    )
    update ${sql.table(line.table)} as f set ate = null, apos = greatest(f.apos, f.ate + ${retryDelay(line)}),
      tentativas = f.tentativas - case when a.entregue then 0 else 1 end,
      resultado = case when a."isLast" then 'FALHOU' end
    from achado as a where f.id = a.id
    returning a.lost, a."isLast", a.finder`.execute(trx);
  if (row === undefined) return false;
  await expireLease(line, trx, row.lost, row.isLast, row.finder);
  return true;
});

export const sweepLeases = async (context: EngineContext): Promise<void> => {
  let hasExpired = false;
  for (const line of robotQueues(context)) while (await expireOldest(line)) hasExpired = true;
  if (!hasExpired) return;
  // Expiring may have written notifications and deliveries.
  context.mailSignal.wake();
  context.deliverySignal.wake();
};

const SWEEP_INTERVAL_MS = 15_000;

export const startLeaseSweep = (context: EngineContext, report: ErrorReporter): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const sweep = (): void => {
    // The database monitor reports an outage.
    running ??= sweepLeases(context).catch(
      (error: unknown) => void (isDatabaseUnavailable(error) || report('A fila dos robôs não foi varrida.', error))
    )
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};
