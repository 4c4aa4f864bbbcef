/** Who asks: on every route that is not declared public, the token's user as the database has it now. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Transaction} from 'kysely';
import {STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import type {Actor, Context} from '../context.ts';
import type {Tables} from '../db/tables.ts';
import {unauthorized} from '../errors.ts';
import type {Tokens} from './tokens.ts';
import {hashOfKey, isKey, keyUsed} from './keys.ts';
import {accountById, accountByKey, heldAccount, identityTagOf, type Account} from './users.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the token names; 0: there was none to read. */
    tokenUser: number;
    /** The version the token was made with. */
    tokenVersao: number;
    /** What the token says of its person, as `identityTagOf` does. */
    identityTag: string | undefined;
    /** The instant, in milliseconds, from which the token is refused. */
    tokenExpires: number;
    /** The hash of the key that a robot signs in with; `''`: a session's token. */
    keyHash: string;
  }
}

const NOBODY = 0;
/** Milliseconds between two notes that a key is used. */
const USE_TOLD_EVERY = 600_000;

const bearer = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** The account, if a caller's token still speaks for it. @throws Refusal 401 */
export const demandAccount = (
  account: Account | undefined, {tokenVersao, keyHash}: Pick<FastifyRequest, 'tokenVersao' | 'keyHash'>,
): Account => {
  if (account === undefined || (keyHash === '' && account.tokenVersao !== tokenVersao)) throw unauthorized();
  return account;
};

/**
 * The caller once more, where files took a while to come: asked in the transaction that does the work, which holds the account, so that a
 * deactivation is either seen here or waits until the work is done.
 *
 * @throws Refusal 401 for a session that has ended
 */
export const stillSignedIn = async ({config}: Context, trx: Transaction<Tables>, request: FastifyRequest): Promise<Actor> =>
  demandAccount(await (request.keyHash === '' ? heldAccount(trx, config, request.actor.id)
    : accountByKey(trx, config, request.keyHash, true)), request).actor;

/**
 * Guards every route of `app` but those with `config: {public: true}`, and sets `request.actor`.
 * A deactivated user, one of a deactivated company, or one whose password changed is signed out at once.
 */
export const addGuard = (app: FastifyInstance, {config, db}: Context, tokens: Tokens): void => {
  app.decorateRequest('actor');
  app.decorateRequest('tokenUser', NOBODY);
  app.decorateRequest('tokenVersao', 0);
  app.decorateRequest('identityTag', undefined);
  app.decorateRequest('tokenExpires', 0);
  app.decorateRequest('keyHash', '');
  /** When this process last wrote down that a key was used. */
  const used = new Map<string, number>();
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.public === true || request.is404) return;
    const token = bearer(request);
    if (token !== undefined && isKey(token)) {
      request.keyHash = hashOfKey(token);
      request.tokenExpires = Infinity;
      return;
    }
    const named = token === undefined ? undefined : await tokens.read(token);
    if (named === undefined) throw unauthorized();
    request.tokenUser = named.id;
    request.tokenVersao = named.tokenVersao;
    request.identityTag = named.identityTag;
    request.tokenExpires = named.expires;
  });
  // Once a body has come, but for its files: that may have taken a while.
  app.addHook('preValidation', async (request, reply) => {
    if (request.keyHash !== '') {
      const account = demandAccount(await accountByKey(db, config, request.keyHash), request);
      Object.assign(request, {actor: account.actor, tokenUser: account.actor.id, tokenVersao: account.tokenVersao});
      const now = performance.now();
      if (now - (used.get(request.keyHash) ?? -Infinity) < USE_TOLD_EVERY) return;
      used.set(request.keyHash, now);
      await keyUsed(request.keyHash).execute(db);
      return;
    }
    if (request.tokenUser === NOBODY) return;
    const account = demandAccount(await accountById(db, config, request.tokenUser), request);
    request.actor = account.actor;
    if (identityTagOf(account) !== request.identityTag) reply.header(STALE_SESSION_HEADER, 'true');
  });
};
