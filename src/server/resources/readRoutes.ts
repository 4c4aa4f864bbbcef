/** Routes that read a resource: list, tab counts, one record, history. */
import type {FastifyInstance} from 'fastify';
import {historyOperation, profilesAllowedTo} from '../../schema/access.ts';
import {apiOf, historyCall} from '../../schema/paths.ts';
import {tabsCall} from '../../schema/lifeCycle/tabs.ts';
import {historyEntry, historyStep} from '../../schema/apiShapes.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {readRecord, readRowsByIds} from '../engine/readRecord.ts';
import {readHistoryEntries, stepsColumn} from '../history/entries.ts';
import {pathId, addRoute, sendRecord} from '../http/route.ts';
import {listAnswer, readListQuery} from '../lists/dialects.ts';
import {listParams, listResponse} from '../lists/listDocument.ts';
import {listRows, matchingIds} from '../lists/planner/list.ts';
import type {BatchQueue} from '../lists/batches.ts';
import {sendRows} from '../lists/sendRows.ts';
import {incompleteHeader, tabCounts} from '../lists/tabCounts.ts';
import {answer, ETAG} from '../openapi/call.ts';
import {arrayOf, ref} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {RECORD_ALIAS} from '../rowScope/select.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {TAB_COUNT_SCHEMA, type ResourceDocument} from './resourceDocument.ts';

/** @param incomplete names of resources with incomplete records, once the server is ready */
export const readRoutes = (
  app: FastifyInstance, context: EngineContext, turns: BatchQueue, doc: ResourceDocument, incomplete: () => ReadonlySet<string>,
): void => {
  const {config, name, resource, describeCall, completeRecord} = doc;
  const {one: singular, many: plural} = resource.label;
  const api = apiOf(name, resource);
  if (api.list !== undefined) {
    addRoute(app, {
      ...describeCall('listar', `Lista ${plural}`), endpoint: api.list, allowedProfiles: resource.access.list,
      parameters: listParams(config, resource),
      answers: {200: listResponse(name, resource)},
    }, async (request, reply) => {
      const query = readListQuery(resource, request);
      if (incomplete().has(name)) reply.headers(await incompleteHeader(context, name, request.actor));
      if (query.limit !== undefined) {
        const {headers, body} = listAnswer(name, resource, await listRows(context, name, request.actor, query), query);
        return reply.headers(headers).send(body);
      }
      return sendRows(request, reply, {
        context, turns, ids: await matchingIds(context, name, request.actor, query),
        read: (actor, ids) => readRowsByIds(context, name, actor, ids),
        answer: (rows, total) => listAnswer(name, resource, {total, rows}, query),
      });
    });
  }
  const tabs = tabsCall(name, resource);
  if (tabs !== undefined) {
    addRoute(app, {
      ...describeCall('abas', `Quantos ${plural} há em cada aba da lista`), endpoint: tabs, allowedProfiles: resource.access.list,
      answers: {200: answer('As abas do perfil, em ordem, sem os filtros e o período da lista.', arrayOf(ref(TAB_COUNT_SCHEMA)))},
    }, request => tabCounts(context, name, request.actor));
  }
  if (api.one !== undefined) {
    addRoute(app, {
      ...describeCall('ler', `Lê ${singular}`), endpoint: api.one, allowedProfiles: resource.access.read,
      answers: {200: answer('O registro.', completeRecord, ETAG)},
    }, async (request, reply) =>
      sendRecord(reply, await readRecord(context, context.db, name, request.actor, pathId(request.params))));
  }
  // A life cycle's history is open to readers of the record, a change history to its editors (rules: Tickets 12, Forms 7).
  const history = historyCall(name, resource);
  if (history === undefined) return;
  const [row, shape, summary] = resource.status === undefined
    ? ['alteracao', historyEntry, `Quem mudou o quê em ${singular}`] as const
    : ['passo', historyStep, `O que aconteceu com ${singular}`] as const;
  addRoute(app, {
    ...describeCall('historico', summary), endpoint: history, allowedProfiles: profilesAllowedTo(resource, historyOperation(resource)),
    answers: {200: answer('Do mais novo ao mais antigo; valores como se leem.', arrayOf(ref(row)))},
    schemas: () => ({[row]: objectSchemaOf(shape)}),
  }, async ({actor, params}) => {
    const steps = stepsColumn(config, name, actor, RECORD_ALIAS, null);
    return readHistoryEntries(
      context.db, config, name, actor, await readStoredRow(context, context.db, name, actor, pathId(params), false, [steps]),
    );
  });
};
