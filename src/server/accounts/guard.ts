/** Who asks: on every route that is not declared public, the token's user as the database has it now. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Transaction} from 'kysely';
import type {Actor, Context} from '../context.ts';
import type {Tables} from '../db/tables.ts';
import {unauthorized} from '../errors.ts';
import type {Tokens} from './tokens.ts';
import {accountById, heldAccount, type Account} from './users.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the token names; 0: there was none to read. */
    tokenUser: number;
    /** The version the token was made with. */
    tokenVersao: number;
    /** The instant, in milliseconds, from which the token is refused. */
    tokenExpires: number;
  }
}

const NOBODY = 0;

const bearer = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

const demandAccount = (account: Account | undefined, {tokenVersao}: FastifyRequest): Account => {
  if (account === undefined || account.tokenVersao !== tokenVersao) throw unauthorized();
  return account;
};

/**
 * The caller once more, where files took a while to come: asked in the transaction that does the work, which holds the account, so that a
 * deactivation is either seen here or waits until the work is done.
 *
 * @throws Refusal 401 for a session that has ended
 */
export const stillSignedIn = async ({config}: Context, trx: Transaction<Tables>, request: FastifyRequest): Promise<Actor> =>
  demandAccount(await heldAccount(trx, config, request.actor.id), request).actor;

/**
 * Guards every route of `app` but those with `config: {public: true}`, and sets `request.actor`.
 * A deactivated user, one of a deactivated company, or one whose password changed is signed out at once.
 */
export const addGuard = (app: FastifyInstance, {config, db}: Context, tokens: Tokens): void => {
  app.decorateRequest('actor');
  app.decorateRequest('tokenUser', NOBODY);
  app.decorateRequest('tokenVersao', 0);
  app.decorateRequest('tokenExpires', 0);
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.public === true || request.is404) return;
    const token = bearer(request);
    const named = token === undefined ? undefined : await tokens.read(token);
    if (named === undefined) throw unauthorized();
    request.tokenUser = named.id;
    request.tokenVersao = named.tokenVersao;
    request.tokenExpires = named.expires;
  });
  // Once a body has come, but for its files: that may have taken a while.
  app.addHook('preValidation', async request => {
    if (request.tokenUser === NOBODY) return;
    request.actor = demandAccount(await accountById(db, config, request.tokenUser), request).actor;
  });
};
