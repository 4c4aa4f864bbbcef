/** Routes of robots, for every resource that declares a queue, and of the people who watch them. */
import multipart from '@fastify/multipart';
import type {FastifyInstance, FastifyPluginAsync} from 'fastify';
import {itemsKey} from '../../schema/parts.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {
  LEASE_EXAMPLE_PATH, kitCall, listRobotKitProfiles, leaseCall, confirmItemCall, robotTemplates, listQueueWatchers,
} from '../../schema/queue.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {resourceOf} from '../db/sqlNames.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {lockForUpdate} from '../engine/accessChecks.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {readRecord} from '../engine/readRecord.ts';
import {conflict, invalid} from '../errors.ts';
import type {WriteSignal} from '../wakeSignal.ts';
import {attachmentHeaders} from '../http/sendFile.ts';
import {writeHistory} from '../history/writeHistory.ts';
import {pathId, addRoute, sendRecord} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/describedResource.ts';
import {asJson, ref, type Json} from '../openapi/json.ts';
import {completeComponent} from '../openapi/schemas.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {unmarkItems} from '../parts/template/itemRows.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {readLeaseAnswer} from './leaseAnswer.ts';
import {leaseRoutes} from './leaseRoutes.ts';
import {panelRoutes, robotsRoute} from './panel.ts';
import {robotQueues, type RobotQueue} from './robotQueue.ts';
import {createClaimRateLimit, reserveRoute} from './reserveRoute.ts';
import {markBody, parseBody, reservation} from './callShapes.ts';
import {registerSimulationRoutes, readRobotTemplate} from './simulate.ts';
import {createWaiters} from './waiters.ts';

const SECOND_MS = 1000;

/** Routes for building robots: a template's kit, and a record as a test file. */
const kitRoutes = (app: FastifyInstance, line: RobotQueue, document: () => Json): void => {
  const {context, config, name, resource, queue} = line;
  const {db} = context;
  addRoute(app, {
    endpoint: leaseCall(name, 'GET', LEASE_EXAMPLE_PATH), id: `${name}.fila.exemplo`, tag: tagOf(resource),
      allowedProfiles: listQueueWatchers(config, resource),
    summary: 'Um registro como um robô o recebe, para experimentar um',
    description: 'Como está agora, com as tentativas que falharam e sem `leaseToken`: um arquivo para o cliente dos robôs.',
    answers: {200: answer('Como anexo.', jsonSchemaOf(reservation(queue.calls.record)))},
  }, async (request, reply) => {
    const {actor} = request;
    const id = pathId(request.params);
    const [, segundos] = queue.lease;
    const ate = new Date(Date.now() + segundos * SECOND_MS);
    const body = await readRecord(context, db, name, actor, id);
    const {[queue.workflow]: workflow = ''} = body as Readonly<Record<string, string>>;
    const example = await readLeaseAnswer(line, db, {id, tentativa: 1, token: '', ate, limite: ate, segundos, workflow, body});
    const [last] = example['falhas'] as {tentativa: number}[];
    return reply.headers(attachmentHeaders(`${name}-${id}.json`)).send({...example, tentativa: last?.tentativa ?? 1});
  });

  const template = robotTemplates(config).find(candidate => candidate.name === name);
  const endpoint = template === undefined ? undefined : kitCall(config, template.of);
  // If two queues share a template, the first one provides the kit.
  if (template === undefined || endpoint === undefined || robotTemplates(config).find(({of}) => of === template.of) !== template) return;
  const templateResource = resourceOf(config, template.of);
  addRoute(app, {
    endpoint, id: `${template.of}.kit`, tag: tagOf(templateResource), summary: 'O kit para fazer um robô deste modelo',
    allowedProfiles: listRobotKitProfiles(config, template),
    answers: {200: {description: 'Um ZIP, como anexo.', content: {'application/zip': {}}}},
  }, async (request, reply) => {
    const row = await readStoredRow(context, db, template.of, request.actor, pathId(request.params));
    const currentTemplate = await readRobotTemplate(line, row.id);
    const {label = ''} = templateResource.fields[template.workflow] ?? {};
    if (currentTemplate.workflow === '') throw conflict(`${label} está vazio: nenhum robô trabalha este modelo.`);
    // Imported on demand, because most processes never build a kit.
    const {kitOf} = await import('./kit.ts');
    const zip = await kitOf(line, request.actor, currentTemplate, document());
    const fileName = `Kit do robô ${recordTitle(templateResource, row)}.zip`;
    return reply.headers(attachmentHeaders(fileName)).type('application/zip').send(Buffer.from(zip));
  }, {compress: false});
};

/** 'Está certo assim': a person who may save the record confirms an item that a robot marked. */
const marksRoute = (app: FastifyInstance, {context, name, resource}: RobotQueue): void => {
  const {list} = apiOf(name, resource);
  if (list === undefined || resource.template === undefined) return;
  addRoute(app, {
    endpoint: confirmItemCall(parseEndpoint(list).path), id: `${name}.fila.confirmar`, tag: tagOf(resource),
    summary: 'Confirma o que um robô achou errado', profilesText: 'quem pode gravar o registro', body: asJson(jsonSchemaOf(markBody)),
    answers: {200: answer('O registro como ficou.', ref(completeComponent(name, resource)))},
  }, async (request, reply) => {
    const {actor} = request;
    const id = pathId(request.params);
    const record = await changeRecord(context.db, name, id, async trx => {
      await lockForUpdate(context)(trx, name, actor, id);
      const {item} = parseBody(markBody, request.body);
      const {rows: [unmarked]} = await unmarkItems({name}, id, item).execute(trx);
      if (unmarked !== undefined) {
        await writeHistory(trx, {recurso: name, id, actor, acao: 'confirmar-aviso', comentario: `Confirmado: ${unmarked.descricao}.`});
      }
      const saved = await readRecord(context, trx, name, actor, id);
      const items = saved[itemsKey(resource)] as {item: number | null}[];
      if (!items.some(formItem => formItem.item === item)) throw invalid([{campo: 'item', mensagem: 'Este item não existe.'}]);
      return saved;
    });
    return sendRecord(reply, record);
  });
};

/**
 * @param writeSignal signal that is given after each call that may have queued a record; it wakes the robots that wait for one
 * @param document builds the API document
 */
export const robotRoutes = (
  context: EngineContext, writeSignal: WriteSignal, tokens: Tokens, document: () => Json,
): FastifyPluginAsync => async app => {
  const lines = robotQueues(context);
  if (lines.length === 0) return;
  await app.register(multipart);
  const waiters = createWaiters(context.db, lines);
  const pace = createClaimRateLimit();
  const pendingWork = new Set<Promise<unknown>>();
  const later = (work: Promise<unknown>): void => {
    pendingWork.add(work);
    void work.finally(() => pendingWork.delete(work));
  };
  writeSignal.onWake(() => waiters.wake());
  app.addHook('preClose', async () => waiters.end());
  app.addHook('onClose', async () => {
    await waiters.ended();
    await Promise.all(pendingWork);
  });
  for (const line of lines) {
    reserveRoute(app, line, {lines, waiters, pace, later});
    leaseRoutes(app, line);
    registerSimulationRoutes(app, line, tokens, pace);
    kitRoutes(app, line, document);
    panelRoutes(app, line);
    marksRoute(app, line);
  }
  robotsRoute(app, lines);
};
