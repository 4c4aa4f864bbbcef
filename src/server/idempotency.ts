/** `Idempotency-Key` (rules: Calls 4): a repeated call runs once and gets the first answer for 24 hours. */
import {createHash} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import {sql, type Transaction} from 'kysely';
import {retentionCutoff} from './db/retention.ts';
import type {DbOrTrx, Tables} from './db/tables.ts';
import {pipelinedPrefix} from './db/statementHints.ts';
import {conflict, invalid, type Refusal} from './errors.ts';

export interface CallAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Identity of a call for idempotency. */
export interface IdempotencyKey {
  idUsuario: number;
  chave: string;
  /** Hash of the call and its content. */
  corpo: string;
}

/** The `Idempotency-Key` header. @throws Refusal VALIDACAO for a key that is too long */
export const idempotencyKeyHeader = ({headers: {'idempotency-key': chave}}: FastifyRequest): string | undefined => {
  if (chave === undefined || chave === '') return undefined;
  if (typeof chave !== 'string' || chave.length > 200) throw invalid([], 'Idempotency-Key inválida.');
  return chave;
};

/**
 * The call's idempotency key; undefined: none.
 *
 * @param hash of the content
 * @param own key used where the header is absent
 * @throws Refusal VALIDACAO for a key that is too long
 */
export const readIdempotencyKey = (request: FastifyRequest, hash: string, own?: string): IdempotencyKey | undefined => {
  const chave = idempotencyKeyHeader(request) ?? own;
  if (chave === undefined) return undefined;
  const corpo = createHash('sha256').update(`${request.method} ${request.url.toLowerCase()} ${hash}`).digest('hex');
  return {idUsuario: request.actor.id, chave, corpo};
};

/** Keys that are older may be used again. */
const EXPIRY = retentionCutoff('idempotencia');

/**
 * Stores the answer under its key, in the transaction of the work.
 * Of concurrent calls the primary key admits one and blocks the others; a rollback frees the key. A stored key fails the transaction.
 */
export const storeAnswer = async (
  trx: Transaction<Tables>, {idUsuario, chave, corpo}: IdempotencyKey, {status, body}: CallAnswer,
): Promise<void> => {
  await sql`${pipelinedPrefix}
    with forgotten as (
      delete from idempotencia where id_usuario = ${idUsuario} and chave = ${chave} and data_criacao < ${EXPIRY} returning chave
    )
    insert into idempotencia (id_usuario, chave, corpo, status, resposta)
    select ${idUsuario}, ${chave}, ${corpo}, ${status}, ${JSON.stringify(body)}
    from (select count(*) from forgotten) as first`.execute(trx);
};

const selectStoredAnswer = (db: DbOrTrx, {idUsuario, chave}: IdempotencyKey) => db.selectFrom('idempotencia')
  .select(['corpo', 'status', 'resposta'])
  .where('id_usuario', '=', idUsuario).where('chave', '=', chave).where('data_criacao', '>=', EXPIRY).executeTakeFirst();

const keyReused = (): Refusal => conflict('Esta chave de idempotência já foi usada com outro conteúdo.');

/**
 * The stored answer of the call; undefined: a new call.
 *
 * @throws Refusal CONFLITO where the key was used for another call or another body
 */
export const findStoredAnswer = async (db: DbOrTrx, key: IdempotencyKey): Promise<CallAnswer | undefined> => {
  const stored = await selectStoredAnswer(db, key);
  if (stored === undefined) return undefined;
  if (stored.corpo !== key.corpo) throw keyReused();
  return {status: stored.status ?? 200, body: stored.resposta as CallAnswer['body']};
};

/** Checks the key of a call whose answer is not stored, because the answer changes. @throws Refusal CONFLITO as {@link findStoredAnswer} */
export const checkSameRequest = async (db: DbOrTrx, key: IdempotencyKey): Promise<void> => void await findStoredAnswer(db, key);

/** Stores the hash of such a call. */
export const storeRequestHash = async (trx: Transaction<Tables>, {idUsuario, chave, corpo}: IdempotencyKey): Promise<void> => {
  await sql`insert into idempotencia (id_usuario, chave, corpo, status, resposta) values (${idUsuario}, ${chave}, ${corpo}, 200, '{}')
    on conflict (id_usuario, chave) do update set corpo = excluded.corpo, data_criacao = now()`.execute(trx);
};
