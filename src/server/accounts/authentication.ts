/** Authentication of every route that is not declared public: the token's user as the database has it now. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Transaction} from 'kysely';
import {STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import type {Actor, Context} from '../context.ts';
import type {Tables} from '../db/tables.ts';
import {unauthorized} from '../errors.ts';
import type {Tokens} from './tokens.ts';
import {hashApiKey, isApiKey, apiKeyUseUpdate} from './apiKeys.ts';
import {accountById, accountByKey, lockAccount, identityTagOf, type Account} from './accounts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    tokenUser: number;
    tokenVersao: number;
    /** Tag of the person's data in the token (`identityTagOf`). */
    identityTag: string | undefined;
    tokenExpires: number;
    /** Hash of a robot's API key; `''` for a session's token. */
    keyHash: string;
  }
}

const NO_USER = 0;
const KEY_USE_INTERVAL_MS = 600_000;

const bearer = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Returns the account where the caller's token is still valid for it. @throws Refusal 401 */
export const requireAccount = (
  account: Account | undefined, {tokenVersao, keyHash}: Pick<FastifyRequest, 'tokenVersao' | 'keyHash'>,
): Account => {
  if (account === undefined || (keyHash === '' && account.tokenVersao !== tokenVersao)) throw unauthorized();
  return account;
};

/**
 * Reads and locks the caller in the transaction that does the work, because a body with files may have taken long.
 * A deactivation is either seen here or waits for the commit.
 *
 * @throws Refusal 401 for a session that has ended
 */
export const lockCaller = async ({config}: Context, trx: Transaction<Tables>, request: FastifyRequest): Promise<Actor> =>
  requireAccount(await (request.keyHash === '' ? lockAccount(trx, config, request.actor.id)
    : accountByKey(trx, config, request.keyHash, true)), request).actor;

/**
 * Guards every route of `app` but those with `config: {public: true}`, and sets `request.actor`.
 * A deactivated user, a user of a deactivated company, or one whose password changed is refused at the next call.
 */
export const addAuthentication = (app: FastifyInstance, {config, db}: Context, tokens: Tokens): void => {
  app.decorateRequest('actor');
  app.decorateRequest('tokenUser', NO_USER);
  app.decorateRequest('tokenVersao', 0);
  app.decorateRequest('identityTag', undefined);
  app.decorateRequest('tokenExpires', 0);
  app.decorateRequest('keyHash', '');
  const keyUseWrittenAt = new Map<string, number>();
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.public === true || request.is404) return;
    const token = bearer(request);
    if (token !== undefined && isApiKey(token)) {
      request.keyHash = hashApiKey(token);
      request.tokenExpires = Infinity;
      return;
    }
    const claims = token === undefined ? undefined : await tokens.read(token);
    if (claims === undefined) throw unauthorized();
    request.tokenUser = claims.id;
    request.tokenVersao = claims.tokenVersao;
    request.identityTag = claims.identityTag;
    request.tokenExpires = claims.expires;
  });
  // Reads the account after the body, because a slow body leaves time for changes.
  app.addHook('preValidation', async (request, reply) => {
    if (request.keyHash !== '') {
      const account = requireAccount(await accountByKey(db, config, request.keyHash), request);
      Object.assign(request, {actor: account.actor, tokenUser: account.actor.id, tokenVersao: account.tokenVersao});
      const now = performance.now();
      if (now - (keyUseWrittenAt.get(request.keyHash) ?? -Infinity) < KEY_USE_INTERVAL_MS) return;
      keyUseWrittenAt.set(request.keyHash, now);
      await apiKeyUseUpdate(request.keyHash).execute(db);
      return;
    }
    if (request.tokenUser === NO_USER) return;
    const account = requireAccount(await accountById(db, config, request.tokenUser), request);
    request.actor = account.actor;
    if (identityTagOf(account) !== request.identityTag) reply.header(STALE_SESSION_HEADER, 'true');
  });
};
