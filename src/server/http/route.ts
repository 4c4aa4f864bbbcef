/** Registers calls as routes, and reads ids, actor and version from requests. */
import type {FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteShorthandOptions} from 'fastify';
import {mayAccess} from '../../schema/access.ts';
import type {Operation, Resource} from '../../schema/shapes/config.ts';
import {MAX_INTEGER} from '../../schema/fields/kinds.ts';
import {normaliseInteger} from '../../schema/fields/numberKinds.ts';
import {hasForbiddenCharacters, normaliseTextOrEmpty} from '../../schema/fields/text.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {MAX_SEARCH_TEXT_LENGTH} from '../../schema/lists/options.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {fillPlaceholders, formMessages} from '../../schema/words/messages.ts';
import type {Actor} from '../context.ts';
import {withRequestId} from '../db/statementHints.ts';
import {forbidden, invalidParam, notFound, staleVersion} from '../errors.ts';
import type {Call} from '../openapi/call.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
    /** The handler wakes event streams itself (`wakeSignal.ts`). */
    wakesStreams?: true;
  }
}

/** Adds a route with its access check and its OpenAPI entry. */
export const addRoute = (
  app: FastifyInstance, call: Call, handler: RouteHandlerMethod,
  {config, ...options}: Pick<RouteShorthandOptions, 'config' | 'exposeHeadRoute' | 'onSend'> & {compress?: false} = {},
): void => {
  const {method, path} = parseEndpoint(call.endpoint);
  app.route({
    ...options, method, url: `/${path}`, config: {...config, call, public: call.isPublic === true},
    handler(request, reply) {
      if (call.allowedProfiles?.includes(request.actor.perfil) === false) throw forbidden();
      const run = (): unknown => handler.call(this, request, reply);
      return method === 'GET' ? run() : withRequestId(request.id, run);
    },
  });
};

export const requireOperation = (resource: Resource, operation: Operation, {actor}: Pick<FastifyRequest, 'actor'>): void => {
  if (!mayAccess(resource, operation, actor.perfil)) throw forbidden();
};

/** Sends a record with its version as ETag, for optimistic concurrency. */
export const sendRecord = (reply: FastifyReply, record: Readonly<Record<string, unknown>>): FastifyReply =>
  reply.header('etag', `"${String(record['versao'])}"`).send(record);

/**
 * A user id in the path must be the caller's, so that history entries are true.
 *
 * @param idUsuario raw path parameter
 * @throws Refusal 403
 */
export const requireSelf = (actor: Actor, idUsuario: string | undefined): void => {
  if (idUsuario !== undefined && idUsuario !== String(actor.id)) throw forbidden();
};

/** Parses an id, `0` where it stands for 'none'; undefined for any other text. */
export const parseId = (text: string): number | undefined => {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return id <= MAX_INTEGER ? id : undefined;
};

/**
 * Parses an id of the path; `0` where it stands for 'none'.
 *
 * @throws Refusal 404 for an invalid id, because no record has it
 */
export const pathId = (params: unknown, name = 'id'): number => {
  const id = parseId((params as Readonly<Record<string, string | undefined>>)[name] ?? '');
  if (id === undefined) throw notFound();
  return id;
};

/** The version that the caller edited (rules: Calls 5): `versao` in the body, or `If-Match`. undefined: the last write wins. */
export const sentVersion = (request: Pick<FastifyRequest, 'headers'>, body: RecordValues): unknown => {
  if (body['versao'] !== undefined && body['versao'] !== null) return body['versao'];
  const tag = request.headers['if-match'];
  return tag === undefined || tag === '*' ? undefined : tag.replace(/^(?:W\/)?"?|"$/g, '');
};

/** @throws Refusal 400 `VERSAO` */
export const refuseStale = (current: number, sent: unknown): void => {
  if (sent !== undefined && normaliseInteger(sent) !== current) throw staleVersion();
};

/**
 * Normalises a text parameter; `''` without one.
 *
 * @throws Refusal 400 for a text that is too long, repeated, or has control characters
 */
export const readTextParam = (query: unknown, param: string): string => {
  const value = (query as Readonly<Record<string, unknown>>)[param] ?? '';
  if (typeof value !== 'string' || hasForbiddenCharacters(value)) throw invalidParam(param);
  const text = normaliseTextOrEmpty(value);
  if (text.length > MAX_SEARCH_TEXT_LENGTH) throw invalidParam(
    param, fillPlaceholders(formMessages.tooLong, {max: MAX_SEARCH_TEXT_LENGTH}),
  );
  return text;
};
