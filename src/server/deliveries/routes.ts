/** Routes of the page of deliveries (rules: Deliveries 5), for the profile of the first user. */
import {randomUUID} from 'node:crypto';
import type {FastifyPluginAsync} from 'fastify';
import {deliveryPanel, webhookTest, type WebhookTest} from '../../schema/deliveryPanel.ts';
import {mayDecideDeliveries} from '../../schema/words/deliveries.ts';
import {DELIVERY_CALLS, hasDeliveriesPage} from '../../schema/words/deliveryCalls.ts';
import type {Context} from '../context.ts';
import {notFound} from '../errors.ts';
import {addRoute, pathId} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {ID, objectOf, TEXT} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import {errorLine} from '../sending/leasedRows.ts';
import {webhookBody} from './enqueueWebhooks.ts';
import {decideDelivery, readDeliveries} from './readDeliveries.ts';

const TEST_EVENT = 'teste';

/** Sends a test at once, outside of the queue. */
const testWebhook = async ({config, destinations}: Context, name: string): Promise<WebhookTest> => {
  const destination = config.webhooks?.[name] === undefined ? undefined : destinations.get(name);
  if (destination === undefined) throw notFound();
  const createdAt = new Date();
  const body = webhookBody(TEST_EVENT, '', 0, {}, createdAt);
  try {
    await destination.deliver(
      {key: randomUUID(), destination: name, resource: '', recordId: 0, event: TEST_EVENT, body, attempt: 1, createdAt},
      new AbortController().signal,
    );
    return {entregue: true, erro: null};
  } catch (error) {
    return {entregue: false, erro: errorLine(error)};
  }
};

export const deliveryRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  if (!hasDeliveriesPage(config)) return;
  const allowedProfiles = Object.keys(config.profiles).filter(perfil => mayDecideDeliveries(config, perfil));
  const common = {tag: 'Entregas', allowedProfiles};
  const decided = {200: answer('A entrega.', objectOf({id: ID}, ['id']))};

  addRoute(app, {
    ...common, endpoint: DELIVERY_CALLS.list, id: 'entregas.listar', summary: 'As entregas que esperam, morreram ou foram puladas',
    answers: {200: answer('Até cem.', jsonSchemaOf(deliveryPanel))},
  }, request => readDeliveries(context, request.actor));

  addRoute(app, {
    ...common, endpoint: DELIVERY_CALLS.repeat, id: 'entregas.repetir', summary: 'Envia uma entrega de novo',
    description: 'Com a mesma chave; as tentativas começam de novo.', params: {id: {description: 'Id da entrega.'}}, answers: decided,
  }, async request => {
    const id = pathId(request.params);
    await decideDelivery(db, request.actor, id, 'repeat');
    return {id};
  });

  addRoute(app, {
    ...common, endpoint: DELIVERY_CALLS.skip, id: 'entregas.pular', summary: 'Pula uma entrega, que nunca chega',
    description: 'As seguintes do mesmo registro e destino saem.', params: {id: {description: 'Id da entrega.'}}, answers: decided,
  }, async request => {
    const id = pathId(request.params);
    await decideDelivery(db, request.actor, id, 'skip');
    return {id};
  });

  addRoute(app, {
    ...common, endpoint: DELIVERY_CALLS.test, id: 'webhooks.testar', summary: 'Envia um teste a um webhook',
    description: 'Evento `teste`, sem registro; não espera na fila.', params: {nome: {description: 'Nome do webhook.', schema: TEXT}},
    answers: {200: answer('Se o outro lado o recebeu.', jsonSchemaOf(webhookTest))},
  }, request => testWebhook(context, (request.params as {nome: string}).nome));
};
