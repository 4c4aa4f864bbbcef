/** A call as a route. */
import type {FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteShorthandOptions} from 'fastify';
import {may} from '../../schema/access.ts';
import type {Operation, Resource} from '../../schema/config/config.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {forbidden} from '../errors.ts';
import type {Call} from '../openapi/call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the document tells of the route. */
    call?: Call;
  }
}

/** Adds a call, for whom it says: the document is made of what the routes were added with. */
export const route = (
  app: FastifyInstance, call: Call, handler: RouteHandlerMethod,
  {config, ...options}: Pick<RouteShorthandOptions, 'config' | 'exposeHeadRoute'> & {compress?: false} = {},
): void => {
  const {method, path} = parseEndpoint(call.endpoint);
  app.route({
    ...options, method, url: `/${path}`, config: {...config, call, public: call.open === true},
    handler(request, reply) {
      if (call.may?.includes(request.actor.perfil) === false) throw forbidden();
      return handler.call(this, request, reply);
    },
  });
};

/** @throws Refusal 403 for a profile that may not */
export const requireMay = (resource: Resource, operation: Operation, {actor}: Pick<FastifyRequest, 'actor'>): void => {
  if (!may(resource, operation, actor.perfil)) throw forbidden();
};

/** A record with its version, by which a later save says what it changed. */
export const sendRecord = (reply: FastifyReply, record: Readonly<Record<string, unknown>>): FastifyReply =>
  reply.header('etag', `"${String(record['versao'])}"`).send(record);
