/** `Idempotency-Key` (rules: Calls 4): the same call answers the same for 24 hours and is done once. */
import {createHash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {sql, type Transaction} from 'kysely';
import type {Db, Tables} from '../db/tables.ts';
import {conflict, invalid} from '../errors.ts';

export interface CallAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** A call that says which one it is. */
export interface CallKey {
  idUsuario: number;
  chave: string;
  /** Hash of the call and all it carries. */
  corpo: string;
}

/**
 * The call's key, undefined where it sends none.
 *
 * @param hash of what was sent
 * @throws Refusal VALIDACAO for a key that is too long
 */
export const callKey = (request: FastifyRequest, hash: string): CallKey | undefined => {
  const chave = request.headers['idempotency-key'];
  if (chave === undefined || chave === '') return undefined;
  if (typeof chave !== 'string' || chave.length > 200) throw invalid([], 'Idempotency-Key inválida.');
  const corpo = createHash('sha256').update(`${request.method} ${request.url.toLowerCase()} ${hash}`).digest('hex');
  return {idUsuario: request.actor.id, chave, corpo};
};

/** Keys from before are new again. */
const FORGOTTEN = sql<Date>`now() - interval '24 hours'`;

/**
 * Does `work` unless this user already did it with this key. The key is claimed in the work's own transaction: a call
 * in flight at once waits for it, and one that fails leaves the key free.
 *
 * @throws Refusal CONFLITO where the key was used for another call or another body
 */
export const once = async (
  trx: Transaction<Tables>, key: CallKey | undefined, work: () => Promise<CallAnswer>,
): Promise<{answer: CallAnswer; repeated: boolean}> => {
  if (key === undefined) return {answer: await work(), repeated: false};
  const {corpo} = key;
  const mine = {id_usuario: key.idUsuario, chave: key.chave};
  const unanswered = {corpo, status: null, resposta: null};
  const claimed = await trx.insertInto('idempotencia').values({...mine, ...unanswered})
    .onConflict(oc => oc.columns(['id_usuario', 'chave']).doUpdateSet({...unanswered, data_criacao: sql`now()`})
      .where('idempotencia.data_criacao', '<', FORGOTTEN))
    .returning('chave').executeTakeFirst();
  if (claimed === undefined) {
    const earlier = await trx.selectFrom('idempotencia').select(['corpo', 'status', 'resposta'])
      .where(eb => eb.and(mine)).executeTakeFirstOrThrow();
    if (earlier.corpo !== corpo) throw conflict('Esta chave de idempotência já foi usada com outro conteúdo.');
    return {answer: {status: earlier.status ?? 200, body: earlier.resposta as CallAnswer['body']}, repeated: true};
  }
  const answer = await work();
  await trx.updateTable('idempotencia').set({status: answer.status, resposta: JSON.stringify(answer.body)})
    .where(eb => eb.and(mine)).execute();
  return {answer, repeated: false};
};

/** Keys that one statement removes: on the embedded database everybody waits for it. */
const BATCH = 5000;

/** Removes the keys that are forgotten, whosever they are. */
export const sweepKeys = async (db: Db): Promise<void> => {
  for (let removed = BATCH; removed === BATCH;) {
    const {numAffectedRows = 0n} = await sql`
      delete from idempotencia where data_criacao < ${FORGOTTEN} and ctid = any (array(
        select ctid from idempotencia where data_criacao < ${FORGOTTEN} limit ${BATCH}::integer))`.execute(db);
    removed = Number(numAffectedRows);
  }
};
