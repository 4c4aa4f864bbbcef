/** `Idempotency-Key` (rules: Calls 4): the same call answers the same for 24 hours and is done once. */
import {createHash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {sql, type Transaction} from 'kysely';
import {goneBefore} from '../db/ages.ts';
import type {DbOrTrx, Tables} from '../db/tables.ts';
import {held} from '../db/signs.ts';
import {conflict, invalid, type Refusal} from '../errors.ts';

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

/** The header, as it was sent. @throws Refusal VALIDACAO for a key that is too long */
export const keyIn = ({headers: {'idempotency-key': chave}}: FastifyRequest): string | undefined => {
  if (chave === undefined || chave === '') return undefined;
  if (typeof chave !== 'string' || chave.length > 200) throw invalid([], 'Idempotency-Key inválida.');
  return chave;
};

/**
 * The call's key, undefined where it sends none.
 *
 * @param hash of what was sent
 * @param own what says which call it is where the header does not
 * @throws Refusal VALIDACAO for a key that is too long
 */
export const callKey = (request: FastifyRequest, hash: string, own?: string): CallKey | undefined => {
  const chave = keyIn(request) ?? own;
  if (chave === undefined) return undefined;
  const corpo = createHash('sha256').update(`${request.method} ${request.url.toLowerCase()} ${hash}`).digest('hex');
  return {idUsuario: request.actor.id, chave, corpo};
};

/** Keys from before are new again. */
const FORGOTTEN = goneBefore('idempotencia');

/**
 * Keeps a key with the answer, in the transaction that did the work: of calls in flight at once one is kept, the others wait for it,
 * and one that fails leaves the key free. Where the key is kept already, whatever for, the transaction fails.
 */
export const keepAnswer = async (
  trx: Transaction<Tables>, {idUsuario, chave, corpo}: CallKey, {status, body}: CallAnswer,
): Promise<void> => {
  await sql`${held}
    with forgotten as (
      delete from idempotencia where id_usuario = ${idUsuario} and chave = ${chave} and data_criacao < ${FORGOTTEN} returning chave
    )
    insert into idempotencia (id_usuario, chave, corpo, status, resposta)
    select ${idUsuario}, ${chave}, ${corpo}, ${status}, ${JSON.stringify(body)}
    from (select count(*) from forgotten) as first`.execute(trx);
};

const earlierOf = (db: DbOrTrx, {idUsuario, chave}: CallKey) => db.selectFrom('idempotencia').select(['corpo', 'status', 'resposta'])
  .where('id_usuario', '=', idUsuario).where('chave', '=', chave).where('data_criacao', '>=', FORGOTTEN).executeTakeFirst();

const usedOtherwise = (): Refusal => conflict('Esta chave de idempotência já foi usada com outro conteúdo.');

/**
 * What the call was answered before; undefined: it is new.
 *
 * @throws Refusal CONFLITO where the key was used for another call or another body
 */
export const answeredBefore = async (db: DbOrTrx, key: CallKey): Promise<CallAnswer | undefined> => {
  const earlier = await earlierOf(db, key);
  if (earlier === undefined) return undefined;
  if (earlier.corpo !== key.corpo) throw usedOtherwise();
  return {status: earlier.status ?? 200, body: earlier.resposta as CallAnswer['body']};
};

/** Of a call whose answer is not kept, as what it answers changes. @throws Refusal CONFLITO as {@link answeredBefore} */
export const demandSame = async (db: DbOrTrx, key: CallKey): Promise<void> => void await answeredBefore(db, key);

/** Keeps what such a call asked. */
export const keepQuestion = async (trx: Transaction<Tables>, {idUsuario, chave, corpo}: CallKey): Promise<void> => {
  await sql`insert into idempotencia (id_usuario, chave, corpo, status, resposta) values (${idUsuario}, ${chave}, ${corpo}, 200, '{}')
    on conflict (id_usuario, chave) do update set corpo = excluded.corpo, data_criacao = now()`.execute(trx);
};
