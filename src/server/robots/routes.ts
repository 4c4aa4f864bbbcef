/** What robots ask for, of every resource that declares a queue; and what people see of it. */
import multipart from '@fastify/multipart';
import type {FastifyInstance, FastifyPluginAsync} from 'fastify';
import {sql} from 'kysely';
import {itemsKey} from '../../schema/parts.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {markCall, watchersOf} from '../../schema/queue.ts';
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
import {arrayOf, asJson, ID, objectOf, ref, type Json} from '../openapi/json.ts';
import {wholeName} from '../openapi/schemas.ts';
import {jsonSchemaOf} from '../openapi/shapes.ts';
import {unmarkItems} from '../parts/template/rows.ts';
import {scopePredicate} from '../reach/conditions.ts';
import {kitRoutes} from './kitRoutes.ts';
import {leaseRoutes} from './leaseRoutes.ts';
import {createPace} from './pace.ts';
import {inLine, linesOf, NOBODYS, placesIn, workflowOf, type Line} from './queue.ts';
import {reserveRoute} from './reserveRoute.ts';
import {lineCounts, type LineCounts} from './shapes.ts';
import {simulateRoutes} from './simulate.ts';
import {createWaiters} from './waiting.ts';

/** How long each workflow's queue is, as far as somebody reaches it. */
const countsRoute = (app: FastifyInstance, line: Line): void => {
  const {context, config, name, resource, queue} = line;
  route(app, {
    endpoint: queue.calls.counts, id: `${name}.fila.contar`, tag: tagOf(resource), summary: 'A fila de cada workflow',
    may: watchersOf(config, resource),
    answers: {200: answer('Por workflow.', arrayOf(jsonSchemaOf(lineCounts)))},
  }, async request => {
    const free = sql`count(*) filter (where ${NOBODYS})::integer`;
    const {rows} = await sql<Omit<LineCounts, 'maisAntigoDesde'> & {maisAntigoDesde: Date | null}>`
      select ${workflowOf(line)} as workflow, ${free} as esperando, count(*) filter (where f.ate > now())::integer as "emAndamento",
        count(*) filter (where f.ate is null and f.apos > now())::integer as adiados,
        min(f.desde) filter (where ${NOBODYS}) as "maisAntigoDesde"
      from ${placesIn(line)} where ${inLine(line)} and ${scopePredicate(context, name, request.actor, 't')} group by 1 order by 1`
      .execute(context.db);
    return rows.map((row): LineCounts => ({...row, maisAntigoDesde: row.maisAntigoDesde?.toISOString() ?? null}));
  });
};

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
  const waiters = createWaiters(context.db);
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
    countsRoute(app, line);
    marksRoute(app, line);
  }
};
