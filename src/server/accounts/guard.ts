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
    /** The version the token was made with. */
    tokenVersao: number;
    /** The instant, in milliseconds, from which the token is refused. */
    tokenExpires: number;
  }
}

const bearer = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

const demandAccount = (account: Account | undefined, {tokenVersao}: FastifyRequest): Account => {
  if (account === undefined || account.tokenVersao !== tokenVersao) throw unauthorized();
  return account;
};

/**
 * The caller once more, where reading the body took a while: asked in the transaction that does the work.
 *
 * @param held the transaction holds the account, so that a deactivation is either seen here or waits until the work is done
 * @throws Refusal 401 for a session that has ended
 */
export const stillSignedIn = async ({config}: Context, trx: Transaction<Tables>, request: FastifyRequest, held = true): Promise<Actor> =>
  demandAccount(await (held ? heldAccount : accountById)(trx, config, request.actor.id), request).actor;

/**
 * Guards every route of `app` but those with `config: {public: true}`, and sets `request.actor`.
 * A deactivated user, one of a deactivated company, or one whose password changed is signed out at once.
 */
export const addGuard = (app: FastifyInstance, {config, db}: Context, tokens: Tokens): void => {
  app.decorateRequest('actor');
  app.decorateRequest('tokenVersao', 0);
  app.decorateRequest('tokenExpires', 0);
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.public === true || request.is404) return;
    const token = bearer(request);
    const named = token === undefined ? undefined : await tokens.read(token);
    const account = named === undefined ? undefined : await accountById(db, config, named.id);
    request.tokenVersao = named?.tokenVersao ?? 0;
    request.tokenExpires = named?.expires ?? 0;
    request.actor = demandAccount(account, request).actor;
  });
};
