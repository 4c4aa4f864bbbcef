/** What a robot does with the lease that it has. The lease's token fences every call, by the database's clock. */
import {sql, type Transaction} from 'kysely';
import {formatInstant} from '../../schema/fields/dates.ts';
import {statusById, statusIdOf} from '../../schema/statuses/statuses.ts';
import {mostAttempts} from '../../schema/queue.ts';
import {capital, genderOf, nounOf} from '../../schema/words/nouns.ts';
import type {ItemMark} from '../../schema/wire.ts';
import type {CallAnswer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor} from '../context.ts';
import type {DbOrTrx, StoredRow, Tables} from '../db/tables.ts';
import {invalid, Refusal} from '../errors.ts';
import {markItems} from '../parts/template/rows.ts';
import type {Result} from '../parts/queue/part.ts';
import {storedRow} from '../reach/storedRow.ts';
import type {Lease} from './claim.ts';
import {handsToPerson} from './expire.ts';
import {move, plain, seconds, type Line} from './queue.ts';
import {COMENTARIO, type Failure, type Progress} from './shapes.ts';

interface Place {
  id: number;
  tentativa: number;
  robo: string;
  token: string | null;
  idUsuario: number | null;
  resultado: Result | null;
  ate: Date | null;
  limite: Date | null;
  isOver: boolean;
  isSpent: boolean;
}

const placeOf = async ({table}: Line, db: DbOrTrx, id: number, lock: boolean): Promise<Place | undefined> => {
  const {rows: [place]} = await sql<Place>`
    select id_registro as id, tentativas as tentativa, robo, token::text as token, id_usuario as "idUsuario", resultado, ate, limite,
      coalesce(ate <= now(), true) as "isOver", coalesce(limite <= now(), false) as "isSpent"
    from ${sql.table(table)} where id_registro = ${id} ${lock ? sql`for update` : sql``}`.execute(db);
  return place;
};

const at = (instant: Date | null | undefined): string => (instant ? ` em ${formatInstant(instant.toISOString())}` : '');
const until = (instant: Date | null): string => (instant ? ` até ${formatInstant(instant.toISOString())}` : '');
export const spent = (limite: Date | null): Refusal =>
  new Refusal('PRAZO', `O tempo desta tentativa acabou${at(limite)}. Descarte o trabalho.`);

/** What happened to a lease that is none any more, and what to do. */
const lost = ({resource}: Line, {id: actor}: Actor, row: StoredRow, place: Place | undefined, token: string): Refusal => {
  const noun = nounOf(resource);
  const where = `${noun.the} está em ${statusById(resource, statusIdOf(resource, row))?.name ?? 'outro status'}`;
  const isMine = place !== undefined && place.token === token && place.idUsuario === actor;
  if (!isMine && place?.idUsuario === actor && place.resultado === null && !place.isOver) {
    const whose = `este robô tem ${noun.the} em ${place.robo || 'outra máquina'}${until(place.ate)}`;
    const advice = 'Confira o leaseToken; se ele é de uma reserva anterior, descarte o trabalho.';
    return new Refusal('LEASE', `O leaseToken enviado não é o do lease atual: ${whose}. ${advice}`);
  }
  if (isMine && place.resultado === 'INTERROMPIDA') {
    return new Refusal('INTERROMPIDO', `Uma pessoa interrompeu o robô: ${where}. Descarte o trabalho.`);
  }
  if (isMine && place.resultado === null && place.ate !== null) {
    return place.isSpent ? spent(place.limite) : new Refusal('LEASE', `O lease terminou${at(place.ate)}. Descarte o trabalho.`);
  }
  if (isMine) return new Refusal('LEASE', `Este lease já foi encerrado: ${where}. Descarte o trabalho.`);
  const taken = place?.resultado === null && !place.isOver && place.robo !== '' ? `${noun.the} foi para ${place.robo}` : where;
  return new Refusal('LEASE', `Este lease terminou: ${taken}. Descarte o trabalho.`);
};

/**
 * The record that a robot has, as the transaction holds it.
 *
 * @throws Refusal 404 out of reach, 409 for a lease that is over or another's, 410 where somebody interrupted
 */
export const heldLease = async (
  line: Line, trx: DbOrTrx, actor: Actor, id: number, token: string, lock = true,
): Promise<{row: StoredRow; place: Place}> => {
  const row = await storedRow(line.context, trx, line.name, actor, id, lock);
  const place = await placeOf(line, trx, id, lock);
  const isMine = place !== undefined && place.token === token && place.idUsuario === actor.id && place.resultado === null && !place.isOver;
  if (!isMine) throw lost(line, actor, row, place, token);
  return {row, place};
};

/** @returns the lease as it is from now on; never beyond the attempt's own time */
export const renewLease = async (
  line: Line, db: DbOrTrx, actor: Actor, id: number, token: string, length: number, progress: Progress | undefined,
): Promise<{leaseAte: string; leaseSegundos: number}> => {
  const told = progress === undefined ? sql`` : sql`,
    progresso = ${progress.texto}, porcento = ${progress.porcento ?? null}::integer, progresso_em = now()`;
  const {rows: [row]} = await sql<{ate: Date; segundos: number}>`
    update ${sql.table(line.table)} set ate = least(now() + ${seconds(length)}, limite) ${told}
    where id_registro = ${id} and token::text = ${token} and id_usuario = ${actor.id} and resultado is null and ate > now()
    returning ate, floor(extract(epoch from ate - now()))::integer as segundos`.execute(db);
  if (row !== undefined) return {leaseAte: row.ate.toISOString(), leaseSegundos: row.segundos};
  // Says why; where it was renewed meanwhile by the same robot, that it is to ask again.
  await heldLease(line, db, actor, id, token, false);
  throw new Refusal('LEASE', 'O lease não pôde ser renovado agora. Tente novamente.');
};

const ends = (line: Line, id: number, resultado: Result): ReturnType<typeof sql> => sql`
  update ${sql.table(line.table)} set resultado = ${resultado} where id_registro = ${id}`;

type Work = (line: Line, trx: Transaction<Tables>, actor: Actor, id: number, token: string, submission: Submission) => Promise<CallAnswer>;

export const concludeLease: Work = async (line, trx, actor, id, token, submission) => {
  const {resource: {label}} = line;
  const {place: {tentativa, robo}} = await heldLease(line, trx, actor, id, token);
  await ends(line, id, 'CONCLUIDA').execute(trx);
  return move(line, trx, actor, id, {
    move: 'concluir', way: ['working', 'done'], kept: {tentativa, robo},
    more: {success: `${capital(label.one)} concluíd${genderOf(label)} pelo robô.`, asks: {comentario: COMENTARIO}, files: 'optional'},
  }, submission);
};

/** Back to where it waits, at once, as if it had not been tried. */
export const releaseLease = async (
  line: Line, trx: Transaction<Tables>, actor: Actor, id: number, token: string, why = 'Devolvido pelo robô; não conta como tentativa.',
): Promise<CallAnswer> => {
  const {place: {tentativa, robo}} = await heldLease(line, trx, actor, id, token);
  await sql`update ${sql.table(line.table)} set ate = null, tentativas = tentativas - 1 where id_registro = ${id}`.execute(trx);
  return move(line, trx, actor, id, {move: 'liberar', way: ['working', 'waiting'], more: {success: why}, kept: {tentativa, robo}});
};

/** @throws Refusal VALIDACAO for items that the record has not */
export const demandKnown = (campos: Failure['campos'], items: readonly unknown[]): void => {
  const wrong = campos.flatMap(({item}, at) =>
    (items.includes(item) ? [] : [{campo: `campos.${at}.item`, mensagem: `O item ${item} não existe.`}]));
  if (wrong.length > 0) throw invalid(wrong);
};

/** Where a failure leads: to a person where the matter is at fault or no attempt is left, else back to where the record waits. */
export const statusAfter = (line: Line, tipo: Failure['tipo'], tentativa: number): 'failed' | 'waiting' =>
  (tipo === 'NEGOCIO' || tentativa >= mostAttempts(line) ? 'failed' : 'waiting');

/** Items that a robot named, marked and by their names. */
const markedItems = async (line: Line, trx: Transaction<Tables>, id: number, campos: Failure['campos']): Promise<ItemMark[]> => {
  if (campos.length === 0) return [];
  const {rows} = line.resource.template === undefined ? {rows: []} : await markItems(line, id, campos).execute(trx);
  const names = new Map(rows.map(({item, descricao}) => [item, descricao]));
  demandKnown(campos, [...names.keys()]);
  return campos.map(mark => ({...mark, descricao: names.get(mark.item) ?? ''}));
};

/**
 * A failure of the matter needs a person at once, who finds the items that the robot named marked; one of a system is tried again later,
 * as often as the queue says.
 *
 * @throws Refusal VALIDACAO for items that the record has not
 */
export const failLease = async (
  line: Line, trx: Transaction<Tables>, actor: Actor, id: number, {leaseToken, tipo, codigo, mensagem, campos}: Failure,
): Promise<CallAnswer> => {
  const {place: {tentativa, robo}} = await heldLease(line, trx, actor, id, leaseToken);
  const marked = await markedItems(line, trx, id, campos);
  const status = statusAfter(line, tipo, tentativa);
  const isFinal = status === 'failed';
  const after = line.queue.retries[tentativa - 1] ?? 0;
  await (isFinal ? ends(line, id, 'FALHOU') : sql`
    update ${sql.table(line.table)} set ate = null, apos = now() + ${seconds(after)} where id_registro = ${id}`).execute(trx);
  const why = mensagem === '' ? `Falha de sistema${codigo === '' ? '' : ` ${codigo}`}.` : mensagem;
  const submission: Submission = {data: {comentario: why}, tipos: [], files: [], secrets: {}, tellsSteps: false, hash: ''};
  return move(line, trx, actor, id, {
    move: 'falhar', way: ['working', status], kept: {tentativa, robo, tipo, codigo, mensagem: why, campos: marked},
    more: {success: plain(why), asks: {comentario: COMENTARIO}, ...(isFinal ? handsToPerson(line, why, marked) : {})},
  }, submission);
};

/**
 * Of an answer that did not arrive: kept a while for who asks again with its key. Nothing where it is over already, or goes on: that
 * was heard.
 */
export const keepUnheard = async (line: Line, db: DbOrTrx, {id, token, ate}: Lease, length: number): Promise<void> => {
  await sql`
    update ${sql.table(line.table)} set ate = least(ate, now() + ${seconds(length)}), entregue = false
    where id_registro = ${id} and token::text = ${token} and resultado is null and ate > now()
      and date_trunc('milliseconds', ate) = ${ate}`.execute(db);
};
