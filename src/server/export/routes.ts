/** GET {list}/exportar?formato=csv|xlsx&colunas=… (rules: Lists 10): what the list shows, all of it, as a file. */
import {Socket} from 'node:net';
import {Readable} from 'node:stream';
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {dayFromToday} from '../../schema/dates.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {conflict, forbidden, invalid} from '../errors.ts';
import {attachment} from '../files/disposition.ts';
import {listQuery} from '../records/dialects.ts';
import {matchingIds} from '../records/list.ts';
import {columnsOf} from './columns.ts';
import {isFormato, TYPES} from './formats.ts';
import {batchesOf} from './table.ts';
import {createThread} from './thread.ts';
import {createTurns} from './turns.ts';

/** All of a file whose first part is there already. */
async function* whole(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

export const exportRoutes = (context: Context): FastifyPluginAsync => async app => {
  const turns = createTurns();
  const thread = createThread(error => app.log.error({err: error}, 'the thread that writes exports died'));
  app.addHook('onClose', () => thread.close());

  for (const [name, resource] of Object.entries(context.config.resources)) {
    const {list} = apiOf(name, resource);
    if (list === undefined) continue;
    // A question for the headers alone would write the whole file.
    app.get(`/${parseEndpoint(list).path}/exportar`, {exposeHeadRoute: false}, async (request, reply) => {
      const {actor} = request;
      if (!may(resource, 'list', actor.perfil)) throw forbidden();
      const {formato, colunas} = request.query as {formato?: unknown; colunas?: unknown};
      if (!isFormato(formato)) throw invalid([{campo: 'formato', mensagem: 'Parâmetro inválido: formato.'}]);
      const columns = columnsOf(context, resource, actor, colunas);
      const query = listQuery(resource, request);

      /** Nothing is read for somebody who has left while others were in turn. */
      const takeTurn = <T>(work: () => Promise<T>): Promise<T> => turns.take(() => {
        if (reply.raw.destroyed) throw conflict('A exportação foi cancelada.');
        return work();
      });
      const leave = turns.enter(actor.id);
      try {
        const ids = await takeTurn(() => matchingIds(context, name, actor, query));
        const title = resource.label.many;
        const batches = batchesOf(context, name, actor, columns, ids, takeTurn);
        const file = thread.write({formato, title, columns, lists: context.config.lists}, batches);
        // What fails until here is still a refusal; later the connection breaks, so that no half can be taken for the whole.
        const first = await file.next() as IteratorYieldResult<Uint8Array>;
        const stream = Readable.from(whole(first.value, file), {objectMode: false});
        // Of an answer that ends with its connection (HTTP/1.0, as proxies ask), a plain end would say that it is whole.
        stream.once('error', () => request.socket instanceof Socket && request.socket.resetAndDestroy());
        stream.once('close', () => void file.return(undefined).finally(leave));
        return await reply
          .headers({'x-total-count': ids.length, 'content-disposition': attachment(`${title} ${dayFromToday(0)}.${formato}`)})
          .type(TYPES[formato])
          .send(stream);
      } catch (error) {
        leave();
        throw error;
      }
    });
  }
};
