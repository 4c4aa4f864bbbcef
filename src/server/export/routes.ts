/** GET {list}/exportar?formato=csv|xlsx&colunas=… (rules: Lists 10): what the list shows, all of it, as a file. */
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {dayFromToday} from '../../schema/dates.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {forbidden, invalidParam} from '../errors.ts';
import {attachment} from '../files/disposition.ts';
import {sendPortions} from '../http/portions.ts';
import {listQuery} from '../lists/dialects.ts';
import {matchingIds} from '../lists/planner/list.ts';
import {turnsOf, type Turns} from '../lists/portions.ts';
import {columnsOf} from './columns.ts';
import {isFormato, TYPES} from './formats.ts';
import {createPlaces} from './places.ts';
import {batchesOf} from './table.ts';
import {createThread} from './thread.ts';

/** All of it, and `over` once its last portion is taken, its receiver has left or it failed. */
async function* until<T>(over: () => void, portions: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* portions;
  } finally {
    over();
  }
}

export const exportRoutes = (context: Context, turns: Turns): FastifyPluginAsync => async app => {
  const places = createPlaces();
  const thread = createThread(error => app.log.error({err: error}, 'the thread that writes exports died'));
  app.addHook('onClose', () => thread.close());

  for (const [name, resource] of Object.entries(context.config.resources)) {
    const {list} = apiOf(name, resource);
    if (list === undefined) continue;
    app.get(`/${parseEndpoint(list).path}/exportar`, {exposeHeadRoute: false}, async (request, reply) => {
      const {actor} = request;
      if (!may(resource, 'list', actor.perfil)) throw forbidden();
      const {formato, colunas} = request.query as {formato?: unknown; colunas?: unknown};
      if (!isFormato(formato)) throw invalidParam('formato');
      const columns = columnsOf(context, resource, actor, colunas);
      const query = listQuery(resource, request);

      const takeTurn = turnsOf(reply, turns);
      const leave = places.enter(actor.id);
      try {
        const ids = await takeTurn(() => matchingIds(context, name, actor, query));
        const title = resource.label.many;
        const batches = batchesOf(context, name, request, columns, ids, takeTurn);
        const file = thread.write({formato, title, columns, lists: context.config.lists}, batches);
        return await sendPortions(request, reply, {
          'x-total-count': ids.length, 'content-disposition': attachment(`${title} ${dayFromToday(0)}.${formato}`),
          'content-type': TYPES[formato],
        }, until(leave, file));
      } catch (error) {
        leave();
        throw error;
      }
    });
  }
};
