/** GET openapi.json (decisions §5): for whoever reaches everything. */
import type {FastifyPluginAsync} from 'fastify';
import type {Context} from '../context.ts';
import {forbidden} from '../errors.ts';
import {openApiOf, readersOf} from './document.ts';

export const openApiRoutes = ({config}: Context): FastifyPluginAsync => async app => {
  const document = openApiOf(config);
  const readers = readersOf(config);
  app.get('/openapi.json', request => {
    if (!readers.includes(request.actor.perfil)) throw forbidden();
    return document;
  });
};
