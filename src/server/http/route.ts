/** A declared call as a route. */
import type {FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod} from 'fastify';
import {may} from '../../schema/access.ts';
import type {Endpoint, Operation, Resource} from '../../schema/config.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {forbidden} from '../errors.ts';

export const route = (app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod, options: {compress?: false} = {}): void => {
  const {method, path} = parseEndpoint(endpoint);
  app.route({...options, method, url: `/${path}`, handler});
};

/** @throws Refusal 403 for a profile that may not */
export const requireMay = (resource: Resource, operation: Operation, {actor}: Pick<FastifyRequest, 'actor'>): void => {
  if (!may(resource, operation, actor.perfil)) throw forbidden();
};

/** A record with its version, by which a later save says what it changed. */
export const sendRecord = (reply: FastifyReply, record: Readonly<Record<string, unknown>>): FastifyReply =>
  reply.header('etag', `"${String(record['versao'])}"`).send(record);
