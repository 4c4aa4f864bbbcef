/** GET {list}/:id/historico (decisions §7): for whoever may change the record. */
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {forbidden} from '../errors.ts';
import {BESPOKE} from '../resources/bespoke.ts';
import {idOf} from '../resources/ids.ts';
import {storedRow} from '../resources/read.ts';
import {historyOf} from './entries.ts';

export const historyRoutes = (context: Context): FastifyPluginAsync => async app => {
  for (const [name, resource] of Object.entries(context.config.resources)) {
    const {list} = apiOf(name, resource);
    if (list === undefined || BESPOKE.has(name)) continue;
    app.get(`/${parseEndpoint(list).path}/:id/historico`, async request => {
      const {actor} = request;
      if (!may(resource, 'update', actor.perfil)) throw forbidden();
      const record = await storedRow(context, context.db, name, actor, idOf(request.params));
      return historyOf(context.db, context.config, name, actor, record);
    });
  }
};
