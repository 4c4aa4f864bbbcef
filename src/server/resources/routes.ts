/** Every call that the config declares, with nothing written by hand for any one resource. */
import type {FastifyInstance, FastifyPluginAsync, FastifyRequest, RouteHandlerMethod} from 'fastify';
import {may} from '../../schema/access.ts';
import type {Endpoint, Operation, Resource} from '../../schema/config.ts';
import {MAX_INTEGER} from '../../schema/kinds.ts';
import {apiOf, fillPath, parseEndpoint} from '../../schema/paths.ts';
import type {Values} from '../../schema/validate.ts';
import type {Context} from '../context.ts';
import {forbidden, invalid} from '../errors.ts';
import {freshToken} from '../sessions/freshToken.ts';
import type {Tokens} from '../sessions/tokens.ts';
import {doAction} from './actions.ts';
import {BESPOKE} from './bespoke.ts';
import {comboRows, listRowsOf, choiceRows, switchRows} from './combos.ts';
import {listQuery, sendList} from './dialects.ts';
import {idOf} from './ids.ts';
import {linkFields} from './links.ts';
import {listRows} from './list.ts';
import {readRow} from './read.ts';
import {removeRecord} from './remove.ts';
import {demandSelf} from './self.ts';
import {versionSent} from './version.ts';
import {createRecord, updateRecord} from './write.ts';

const bodyOf = (request: FastifyRequest): Values => {
  const {body} = request;
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid([], 'Requisição inválida.');
  return body as Values;
};
const requireMay = (resource: Resource, operation: Operation, {actor}: FastifyRequest): void => {
  if (!may(resource, operation, actor.perfil)) throw forbidden();
};

const route = (app: FastifyInstance, endpoint: Endpoint, handler: RouteHandlerMethod): void => {
  const {method, path} = parseEndpoint(endpoint);
  app.route({method, url: `/${path}`, handler});
};

export const resourceRoutes = (context: Context, tokens: Tokens): FastifyPluginAsync => async app => {
  for (const [name, resource] of Object.entries(context.config.resources)) {
    readRoutes(app, context, name, resource);
    if (BESPOKE.has(name)) continue;
    writeRoutes(app, context, tokens, name, resource);
    actionRoutes(app, context, name, resource);
  }
  for (const list of Object.values(context.config.lists)) route(app, list.call, () => listRowsOf(list));
};

const readRoutes = (app: FastifyInstance, context: Context, name: string, resource: Resource): void => {
  const api = apiOf(name, resource);
  if (api.list !== undefined) {
    route(app, api.list, async (request, reply) => {
      requireMay(resource, 'list', request);
      const query = listQuery(resource, request);
      return sendList(name, resource, reply, await listRows(context, name, request.actor, query), query);
    });
  }
  if (api.one !== undefined && !BESPOKE.has(name)) {
    route(app, api.one, async request => {
      requireMay(resource, 'read', request);
      return readRow(context, context.db, name, request.actor, idOf(request.params));
    });
  }
  // Combos follow the scope alone: whoever opens tickets chooses among branches without managing them.
  if (api.combo !== undefined) route(app, api.combo, request => comboRows(context, name, api.combo, request.actor, request.params));
  for (const field of Object.values(resource.fields)) {
    if (field.kind === 'escolha' && field.combo !== undefined) route(app, field.combo as Endpoint, () => choiceRows(field));
  }
  for (const [, field] of linkFields(resource)) {
    route(app, field.call as Endpoint, async request => {
      requireMay(resource, 'update', request);
      return switchRows(context, name, field, request.actor, idOf(request.params, field.within), idOf(request.params));
    });
  }
};

const writeRoutes = (app: FastifyInstance, context: Context, tokens: Tokens, name: string, resource: Resource): void => {
  const api = apiOf(name, resource);

  const update = async (request: FastifyRequest, id: number): Promise<Record<string, unknown>> => {
    requireMay(resource, 'update', request);
    const body = bodyOf(request);
    const {actor} = request;
    const {passwordChanged} = await updateRecord(context, name, actor, id, body, versionSent(request, body));
    const row = await readRow(context, context.db, name, actor, id);
    return passwordChanged && id === actor.id ? {...row, token: await freshToken(context, tokens, actor)} : row;
  };

  if (api.create !== undefined) {
    const updates = api.create === api.update;
    route(app, api.create, async (request, reply) => {
      const body = bodyOf(request);
      const sent = Number(body['id'] ?? 0);
      if (updates && sent !== 0) {
        if (!Number.isInteger(sent) || sent < 0 || sent > MAX_INTEGER) throw invalid([{campo: 'id', mensagem: 'Campo inválido.'}]);
        return update(request, sent);
      }
      requireMay(resource, 'create', request);
      const id = await createRecord(context, name, request.actor, body);
      const {path} = parseEndpoint(api.one ?? api.create ?? `GET ${name}`);
      const location = path.includes(':id') ? fillPath(path, {id}) : `${path}/${id}`;
      void reply.code(201).header('location', `/api/${location}`);
      return readRow(context, context.db, name, request.actor, id);
    });
  }
  if (api.update !== undefined && api.update !== api.create) route(app, api.update, request => update(request, idOf(request.params)));
  if (api.delete !== undefined) {
    route(app, api.delete, async request => {
      requireMay(resource, 'delete', request);
      const id = idOf(request.params);
      await removeRecord(context, name, request.actor, id, versionSent(request, {}));
      return {id};
    });
  }
};

const actionRoutes = (app: FastifyInstance, context: Context, name: string, resource: Resource): void => {
  for (const [actionName, action] of Object.entries(resource.actions ?? {})) {
    for (const call of [action.call, ...(action.also ?? [])]) {
      route(app, call, async request => {
        demandSelf(request);
        const body = bodyOf(request);
        const id = idOf(request.params);
        await doAction(context, name, actionName, action, request.actor, id, body, versionSent(request, body));
        return readRow(context, context.db, name, request.actor, id);
      });
    }
  }
};
