/** Every call that the config declares, with nothing written by hand for any one resource. */
import multipart from '@fastify/multipart';
import type {FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest} from 'fastify';
import type {Endpoint, Resource} from '../../schema/config.ts';
import {MAX_INTEGER} from '../../schema/kinds.ts';
import {apiOf, fillPath, parseEndpoint} from '../../schema/paths.ts';
import {tabsCall} from '../../schema/tabs.ts';
import type {Values} from '../../schema/validate.ts';
import {savingOf} from '../../schema/workflow.ts';
import {freshToken} from '../accounts/freshToken.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {withSubmission, type Taken} from '../calls/submission.ts';
import {heldForSaving} from '../engine/demand.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {partsOf} from '../engine/parts.ts';
import {wholeRecord} from '../engine/read.ts';
import {removeRecord} from '../engine/remove.ts';
import {rowsById} from '../engine/rowsById.ts';
import {createRecord, isOwn, saveRecord} from '../engine/write.ts';
import {invalid} from '../errors.ts';
import {idOf} from '../http/ids.ts';
import {requireMay, route, sendRecord} from '../http/route.ts';
import {versionSent} from '../http/version.ts';
import {listAnswer, listQuery} from '../lists/dialects.ts';
import {choiceRows, comboOffer, listRowsOf, switchOffer} from '../lists/options/combos.ts';
import {sendOptions} from '../lists/options/options.ts';
import {listRows, matchingIds} from '../lists/planner/list.ts';
import type {Turns} from '../lists/portions.ts';
import {sendRows} from '../lists/sendRows.ts';
import {tabCounts} from '../lists/tabCounts.ts';
import {passwordsIn, takenFiles, VERSION} from '../parts/files/taken.ts';
import {linkFields} from '../reach/links.ts';
import {storedRow} from '../reach/storedRow.ts';
import {actionRoutes} from './actionRoutes.ts';

export const resourceRoutes = (context: EngineContext, tokens: Tokens, turns: Turns): FastifyPluginAsync => async app => {
  await app.register(multipart);
  for (const [name, resource] of Object.entries(context.config.resources)) {
    readRoutes(app, context, turns, name, resource);
    writeRoutes(app, context, tokens, name, resource);
    actionRoutes(app, context, turns, name, resource);
    for (const {part} of partsOf(resource)) part.routes?.(app, context, heldForSaving(context), name, resource);
  }
  for (const list of Object.values(context.config.lists)) route(app, list.call, () => listRowsOf(list));
};

const readRoutes = (app: FastifyInstance, context: EngineContext, turns: Turns, name: string, resource: Resource): void => {
  const api = apiOf(name, resource);
  if (api.list !== undefined) {
    route(app, api.list, async (request, reply) => {
      requireMay(resource, 'list', request);
      const query = listQuery(resource, request);
      if (query.limit !== undefined) {
        const {headers, body} = listAnswer(name, resource, await listRows(context, name, request.actor, query), query);
        return reply.headers(headers).send(body);
      }
      return sendRows(request, reply, {
        context, turns, ids: await matchingIds(context, name, request.actor, query),
        read: (actor, ids) => rowsById(context, name, actor, ids),
        answer: (rows, total) => listAnswer(name, resource, {total, rows}, query),
      });
    });
  }
  const tabs = tabsCall(name, resource);
  if (tabs !== undefined) {
    route(app, tabs, request => {
      requireMay(resource, 'list', request);
      return tabCounts(context, name, request.actor);
    });
  }
  if (api.one !== undefined) {
    route(app, api.one, async (request, reply) => {
      requireMay(resource, 'read', request);
      return sendRecord(reply, await wholeRecord(context, context.db, name, request.actor, idOf(request.params)));
    });
  }
  // Combos follow the scope alone: whoever opens tickets chooses among branches without managing them.
  const {combo} = api;
  if (combo !== undefined) {
    route(app, combo, (request, reply) =>
      sendOptions(context, turns, request, reply, comboOffer(context, name, combo, request.actor, request.params)));
  }
  for (const field of Object.values(resource.fields)) {
    if (field.kind !== 'escolha' || field.combo === undefined) continue;
    route(app, field.combo as Endpoint, ({query}) => choiceRows(field, query));
  }
  for (const [, field] of linkFields(resource)) {
    route(app, field.call as Endpoint, async (request, reply) => {
      requireMay(resource, 'update', request);
      const offer = await switchOffer(context, name, field, request.actor, idOf(request.params, field.within), idOf(request.params));
      return sendOptions(context, turns, request, reply, offer);
    });
  }
};

/** The id that a body names where creating and changing are one call; none for a new record. */
const idInBody = (data: Values): number | undefined => {
  const sent = Number(data['id'] ?? 0);
  if (!Number.isInteger(sent) || sent < 0 || sent > MAX_INTEGER) throw invalid([{campo: 'id', mensagem: 'Campo inválido.'}]);
  return sent === 0 ? undefined : sent;
};

const writeRoutes = (app: FastifyInstance, context: EngineContext, tokens: Tokens, name: string, resource: Resource): void => {
  const api = apiOf(name, resource);
  const isBoth = api.create !== undefined && api.create === api.update;
  const taken: Taken = {
    fields: [...Object.keys(resource.fields), ...partsOf(resource).map(({key}) => key), VERSION],
    ...takenFiles(context, resource, true, 'Este cadastro não recebe arquivos.'), passwords: passwordsIn(resource),
  };

  /** Where saving is an action, whether the record is there comes before whether the caller may. */
  const requireSaving = (request: FastifyRequest): void => {
    if (savingOf(resource) === undefined) requireMay(resource, 'update', request);
  };

  /** Creates a record, or changes the one that `idOfCall` names. */
  const write = async (
    request: FastifyRequest, reply: FastifyReply, idOfCall: (data: Values) => number | undefined,
  ): Promise<FastifyReply> => {
    const {actor} = request;
    let newToken: string | undefined;
    let signsAnew = false;
    const {status, body} = await withSubmission(context, request, {
      ...taken,
      admit: async () => {
        const id = isBoth ? undefined : idOfCall({});
        if (id !== undefined) await storedRow(context, context.db, name, actor, id);
      },
      changes: data => {
        const id = idOfCall(data);
        return id === undefined ? undefined : {name, id};
      },
    }, async (trx, caller, submission) => {
      const id = idOfCall(submission.data);
      if (id === undefined) {
        requireMay(resource, 'create', request);
        return createRecord(context, trx, name, caller, submission);
      }
      requireSaving(request);
      const versao = versionSent(request, submission.data);
      const {passwordChanged, ...answer} = await saveRecord(context, trx, name, caller, id, submission, versao);
      signsAnew = passwordChanged && isOwn(name, id, caller);
      return answer;
    });
    if (signsAnew) newToken = await freshToken(context, tokens, actor);
    if (status === 201) {
      if (context.hooks.records[name]?.afterCreate !== undefined) context.mail.ring();
      const {path} = parseEndpoint(api.one ?? api.create ?? `GET ${name}`);
      const location = path.includes(':id') ? fillPath(path, {id: body['id']}) : `${path}/${String(body['id'])}`;
      void reply.code(201).header('location', `/api/${location}`);
    }
    return sendRecord(reply, newToken === undefined ? body : {...body, token: newToken});
  };

  if (api.create !== undefined) {
    route(app, api.create, (request, reply) => {
      if (!isBoth) requireMay(resource, 'create', request);
      return write(request, reply, isBoth ? idInBody : () => undefined);
    });
  }
  if (api.update !== undefined && !isBoth) {
    route(app, api.update, (request, reply) => {
      requireSaving(request);
      const id = idOf(request.params);
      return write(request, reply, () => id);
    });
  }
  if (api.delete !== undefined) {
    route(app, api.delete, async request => {
      requireMay(resource, 'delete', request);
      const id = idOf(request.params);
      await removeRecord(context, name, request.actor, id, versionSent(request, {}));
      return {id};
    });
  }
};
