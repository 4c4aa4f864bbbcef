/** Who asks: on every route that is not declared public, the token's user as the database has it now. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Context} from '../context.ts';
import {unauthorized} from '../errors.ts';
import type {Tokens} from './tokens.ts';
import {accountById} from './users.ts';

const bearer = (request: FastifyRequest): string | undefined => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

/**
 * Guards every route of `app` but those with `config: {public: true}`, and sets `request.actor`.
 * A deactivated user, one of a deactivated company, or one whose password changed is signed out at once.
 */
export const addGuard = (app: FastifyInstance, {config, db}: Context, tokens: Tokens): void => {
  app.decorateRequest('actor');
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.public === true || request.is404) return;
    const token = bearer(request);
    const named = token === undefined ? undefined : await tokens.read(token);
    const account = named === undefined ? undefined : await accountById(db, config, named.id);
    if (account === undefined || account.tokenVersao !== named?.tokenVersao) throw unauthorized();
    request.actor = account.actor;
  });
};
