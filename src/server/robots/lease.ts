/** Operations on a robot's lease. The lease token is a fencing token, and the database's clock decides. */
import {sql, type Transaction} from 'kysely';
import {formatInstant} from '../../schema/fields/dates.ts';
import {statusById, statusIdOf} from '../../schema/statuses/statuses.ts';
import {maxAttemptsOf} from '../../schema/queue.ts';
import {capitalize, genderOf, nounOf} from '../../schema/words/nouns.ts';
import type {ItemMark} from '../../schema/apiShapes.ts';
import type {CallAnswer} from '../idempotency.ts';
import type {Submission} from '../requestBody/submission.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx, StoredRow, Tables} from '../db/tables.ts';
import {invalid, Refusal} from '../errors.ts';
import {markItems} from '../parts/template/itemRows.ts';
import type {AttemptResult} from '../parts/queue/queuePart.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import type {Lease} from './claim.ts';
import {handoverAfterFailure} from './expiredLeases.ts';
import {moveRecord, withoutBraces, secondsInterval, type RobotQueue} from './robotQueue.ts';
import {COMMENT_ASK, type LeaseFailure, type LeaseProgress} from './callShapes.ts';

interface LeasePlace {
  id: number;
  tentativa: number;
  robo: string;
  token: string | null;
  idUsuario: number | null;
  resultado: AttemptResult | null;
  ate: Date | null;
  limite: Date | null;
  isOver: boolean;
  isSpent: boolean;
}

const readPlace = async ({table}: RobotQueue, db: DbOrTrx, id: number, lock: boolean): Promise<LeasePlace | undefined> => {
  const {rows: [place]} = await sql<LeasePlace>`
    select id_registro as id, tentativas as tentativa, robo, token::text as token, id_usuario as "idUsuario", resultado, ate, limite,
      coalesce(ate <= now(), true) as "isOver", coalesce(limite <= now(), false) as "isSpent"
    from ${sql.table(table)} where id_registro = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return place;
};

const atText = (instant: Date | null | undefined): string => (instant ? ` em ${formatInstant(instant.toISOString())}` : '');
const untilText = (instant: Date | null): string => (instant ? ` até ${formatInstant(instant.toISOString())}` : '');
export const attemptTimeOverRefusal = (limite: Date | null): Refusal =>
  new Refusal('PRAZO', `O tempo desta tentativa acabou${atText(limite)}. Descarte o trabalho.`);

/** Refusal that says what happened to a lease, and what to do. */
const lostLeaseRefusal = (
  {resource}: RobotQueue, {id: actor}: Actor, row: StoredRow, place: LeasePlace | undefined, token: string,
): Refusal => {
  const noun = nounOf(resource);
  const position = `${noun.the} está em ${statusById(resource, statusIdOf(resource, row))?.name ?? 'outro status'}`;
  const isMine = place !== undefined && place.token === token && place.idUsuario === actor;
  if (!isMine && place?.idUsuario === actor && place.resultado === null && !place.isOver) {
    const holder = `este robô tem ${noun.the} em ${place.robo || 'outra máquina'}${untilText(place.ate)}`;
    const advice = 'Confira o leaseToken; se ele é de uma reserva anterior, descarte o trabalho.';
    return new Refusal('LEASE', `O leaseToken enviado não é o do lease atual: ${holder}. ${advice}`);
  }
  if (isMine && place.resultado === 'INTERROMPIDA') {
    return new Refusal('INTERROMPIDO', `Uma pessoa interrompeu o robô: ${position}. Descarte o trabalho.`);
  }
  if (isMine && place.resultado === null && place.ate !== null) {
    return place.isSpent
      ? attemptTimeOverRefusal(place.limite)
      : new Refusal('LEASE', `O lease terminou${atText(place.ate)}. Descarte o trabalho.`);
  }
  if (isMine) return new Refusal('LEASE', `Este lease já foi encerrado: ${position}. Descarte o trabalho.`);
  const successor = place?.resultado === null && !place.isOver && place.robo !== '' ? `${noun.the} foi para ${place.robo}` : position;
  return new Refusal('LEASE', `Este lease terminou: ${successor}. Descarte o trabalho.`);
};

/**
 * Reads the record of the caller's lease, locked by default.
 *
 * @throws Refusal 404 out of reach, 409 for an expired or foreign lease, 410 after a person interrupted
 */
export const requireLease = async (
  line: RobotQueue, trx: DbOrTrx, actor: Actor, id: number, token: string, lock = true,
): Promise<{row: StoredRow; place: LeasePlace}> => {
  const row = await readStoredRow(line.context, trx, line.name, actor, id, lock);
  const place = await readPlace(line, trx, id, lock);
  const isMine = place !== undefined && place.token === token && place.idUsuario === actor.id && place.resultado === null && !place.isOver;
  if (!isMine) throw lostLeaseRefusal(line, actor, row, place, token);
  return {row, place};
};

export const renewLease = async (
  line: RobotQueue, db: DbOrTrx, actor: Actor, id: number, token: string, leaseSeconds: number, progress: LeaseProgress | undefined,
): Promise<{leaseAte: string; leaseSegundos: number}> => {
  const progressUpdate = progress === undefined ? sql`` : sql`,
    progresso = ${progress.texto}, porcento = ${progress.porcento ?? null}::integer, progresso_em = now()`;
  const {rows: [row]} = await sql<{ate: Date; segundos: number}>`
    update ${sql.table(line.table)} set ate = least(now() + ${secondsInterval(leaseSeconds)}, limite) ${progressUpdate}
    where id_registro = ${id} and token::text = ${token} and id_usuario = ${actor.id} and resultado is null and ate > now()
    returning ate, floor(extract(epoch from ate - now()))::integer as segundos`.execute(db);
  if (row !== undefined) return {leaseAte: row.ate.toISOString(), leaseSegundos: row.segundos};
  // Explains the failure; where the lease is valid again, the robot may retry.
  await requireLease(line, db, actor, id, token, false);
  throw new Refusal('LEASE', 'O lease não pôde ser renovado agora. Tente novamente.');
};

const endStay = (line: RobotQueue, id: number, resultado: AttemptResult): ReturnType<typeof sql> => sql`
  update ${sql.table(line.table)} set resultado = ${resultado} where id_registro = ${id}`;

type LeaseWork = (
  line: RobotQueue, trx: Transaction<Tables>, actor: Actor, id: number, token: string, submission: Submission,
) => Promise<CallAnswer>;

export const concludeLease: LeaseWork = async (line, trx, actor, id, token, submission) => {
  const {resource: {label}} = line;
  const {place: {tentativa, robo}} = await requireLease(line, trx, actor, id, token);
  await endStay(line, id, 'CONCLUIDA').execute(trx);
  return moveRecord(line, trx, actor, id, {
    move: 'concluir', places: ['working', 'done'], attempt: {tentativa, robo},
    actionOptions: {
      success: `${capitalize(label.one)} concluíd${genderOf(label)} pelo robô.`, asks: {comentario: COMMENT_ASK}, files: 'optional',
    },
  }, submission);
};

/** Returns the record to the queue at once; the attempt does not count. */
export const releaseLease = async (
  line: RobotQueue, trx: Transaction<Tables>, actor: Actor, id: number, token: string,
  reason = 'Devolvido pelo robô; não conta como tentativa.',
): Promise<CallAnswer> => {
  const {place: {tentativa, robo}} = await requireLease(line, trx, actor, id, token);
  await sql`update ${sql.table(line.table)} set ate = null, tentativas = tentativas - 1 where id_registro = ${id}`.execute(trx);
  return moveRecord(
    line, trx, actor, id, {move: 'liberar', places: ['working', 'waiting'], actionOptions: {success: reason}, attempt: {tentativa, robo}},
  );
};

/** @throws Refusal VALIDACAO for items that the record does not have */
export const checkItemsExist = (campos: LeaseFailure['campos'], items: readonly unknown[]): void => {
  const errors = campos.flatMap(({item}, index) =>
    (items.includes(item) ? [] : [{campo: `campos.${index}.item`, mensagem: `O item ${item} não existe.`}]));
  if (errors.length > 0) throw invalid(errors);
};

/** Next place after a failure: with a person for a business fault or the last attempt, else back in the queue. */
export const statusAfterFailure = (line: RobotQueue, tipo: LeaseFailure['tipo'], tentativa: number): 'failed' | 'waiting' =>
  (tipo === 'NEGOCIO' || tentativa >= maxAttemptsOf(line) ? 'failed' : 'waiting');

const markedItems = async (line: RobotQueue, trx: Transaction<Tables>, id: number, campos: LeaseFailure['campos']): Promise<ItemMark[]> => {
  if (campos.length === 0) return [];
  const {rows} = line.resource.template === undefined ? {rows: []} : await markItems(line, id, campos).execute(trx);
  const names = new Map(rows.map(({item, descricao}) => [item, descricao]));
  checkItemsExist(campos, [...names.keys()]);
  return campos.map(mark => ({...mark, descricao: names.get(mark.item) ?? ''}));
};

/**
 * Fails an attempt. A business fault goes to a person with its items marked; a system fault is retried with the queue's delays.
 *
 * @throws Refusal VALIDACAO for items that the record does not have
 */
export const failLease = async (
  line: RobotQueue, trx: Transaction<Tables>, actor: Actor, id: number, {leaseToken, tipo, codigo, mensagem, campos}: LeaseFailure,
): Promise<CallAnswer> => {
  const {place: {tentativa, robo}} = await requireLease(line, trx, actor, id, leaseToken);
  const marked = await markedItems(line, trx, id, campos);
  const status = statusAfterFailure(line, tipo, tentativa);
  const isFinal = status === 'failed';
  const delaySeconds = line.queue.retries[tentativa - 1] ?? 0;
  await (isFinal ? endStay(line, id, 'FALHOU') : sql`
    update ${sql.table(line.table)} set ate = null, apos = now() + ${secondsInterval(delaySeconds)}
      where id_registro = ${id}`).execute(trx);
  const reason = mensagem === '' ? `Falha de sistema${codigo === '' ? '' : ` ${codigo}`}.` : mensagem;
  const submission: Submission = {data: {comentario: reason}, tipos: [], files: [], secrets: {}, wantsNewestSteps: false, hash: ''};
  return moveRecord(line, trx, actor, id, {
    move: 'falhar', places: ['working', status], attempt: {tentativa, robo, tipo, codigo, mensagem: reason, campos: marked},
    actionOptions: {
      success: withoutBraces(reason), asks: {comentario: COMMENT_ASK}, ...(isFinal ? handoverAfterFailure(line, reason, marked) : {}),
    },
  }, submission);
};

/** Keeps the lease of an undelivered answer for a repetition with the same key; a lease renewed or ended since was delivered. */
export const keepUndeliveredLease = async (line: RobotQueue, db: DbOrTrx, {id, token, ate}: Lease, keepSeconds: number): Promise<void> => {
  await sql`
    update ${sql.table(line.table)} set ate = least(ate, now() + ${secondsInterval(keepSeconds)}), entregue = false
    where id_registro = ${id} and token::text = ${token} and resultado is null and ate > now()
      and date_trunc('milliseconds', ate) = ${ate}`.execute(db);
};
