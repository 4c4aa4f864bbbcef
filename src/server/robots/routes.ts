/** What robots ask for, of every resource that declares a queue; and what people see of it. */
import multipart from '@fastify/multipart';
import type {FastifyInstance, FastifyPluginAsync} from 'fastify';
import {itemsKey} from '../../schema/parts.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {markCall} from '../../schema/queue.ts';
import type {Tokens} from '../accounts/tokens.ts';
import {changeRecord} from '../db/turns.ts';
import {heldForSaving} from '../engine/demand.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {readRecord} from '../engine/read.ts';
import {invalid} from '../errors.ts';
import type {WriteBell} from '../bell.ts';
import {writeHistory} from '../history/write.ts';
import {idOf, route, sendRecord} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/described.ts';
import {asJson, ID, objectOf, ref, type Json} from '../openapi/json.ts';
import {wholeName} from '../openapi/schemas.ts';
import {unmarkItems} from '../parts/template/rows.ts';
import {kitRoutes} from './kitRoutes.ts';
import {leaseRoutes} from './leaseRoutes.ts';
import {panelRoutes, robotsRoute} from './panel.ts';
import {linesOf, type Line} from './queue.ts';
import {createPace, reserveRoute} from './reserveRoute.ts';
import {simulateRoutes} from './simulate.ts';
import {createWaiters} from './waiting.ts';

/** 'Está certo assim': a person who may save the record says so of an item that a robot named. */
const marksRoute = (app: FastifyInstance, {context, name, resource}: Line): void => {
  const {list} = apiOf(name, resource);
  if (list === undefined || resource.template === undefined) return;
  route(app, {
    endpoint: markCall(parseEndpoint(list).path), id: `${name}.fila.confirmar`, tag: tagOf(resource),
    summary: 'Confirma o que um robô achou errado', profiles: 'quem pode gravar o registro', body: asJson(objectOf({item: ID})),
    answers: {200: answer('O registro como ficou.', ref(wholeName(name, resource)))},
  }, async (request, reply) => {
    const {actor} = request;
    const id = idOf(request.params);
    const {item} = (request.body ?? {}) as {item?: unknown};
    const record = await changeRecord(context.db, name, id, async trx => {
      await heldForSaving(context)(trx, name, actor, id);
      if (typeof item !== 'number' || !Number.isInteger(item)) throw invalid([{campo: 'item', mensagem: 'Campo inválido.'}]);
      const {rows: [done]} = await unmarkItems({name}, id, item).execute(trx);
      if (done !== undefined) {
        await writeHistory(trx, {recurso: name, id, actor, acao: 'confirmar-aviso', comentario: `Confirmado: ${done.descricao}.`});
      }
      const read = await readRecord(context, trx, name, actor, id);
      const items = read[itemsKey(resource)] as {item: number | null}[];
      if (!items.some(one => one.item === item)) throw invalid([{campo: 'item', mensagem: 'Este item não existe.'}]);
      return read;
    });
    return sendRecord(reply, record);
  });
};

/**
 * @param written rung after calls that may have put something into a queue
 * @param document the API's
 */
export const robotRoutes = (
  context: EngineContext, written: WriteBell, tokens: Tokens, document: () => Json,
): FastifyPluginAsync => async app => {
  const lines = linesOf(context);
  if (lines.length === 0) return;
  await app.register(multipart);
  const waiters = createWaiters(context.db, lines);
  const pace = createPace();
  const giving = new Set<Promise<unknown>>();
  const later = (work: Promise<unknown>): void => {
    giving.add(work);
    void work.finally(() => giving.delete(work));
  };
  written.onRing(() => waiters.wake());
  app.addHook('preClose', async () => waiters.end());
  app.addHook('onClose', async () => {
    await waiters.ended();
    await Promise.all(giving);
  });
  for (const line of lines) {
    reserveRoute(app, line, {lines, waiters, pace, later});
    leaseRoutes(app, line);
    simulateRoutes(app, line, tokens, pace);
    kitRoutes(app, line, document);
    panelRoutes(app, line);
    marksRoute(app, line);
  }
  robotsRoute(app, lines);
};
