/**
 * The call that tells a record's history (rules: Tickets 12, Forms 7): of a life cycle to whoever may read the record, of changes
 * to whoever may make them.
 */
import type {FastifyPluginAsync} from 'fastify';
import {historyOperation, may} from '../../schema/access.ts';
import {historyCall, parseEndpoint} from '../../schema/paths.ts';
import type {Context} from '../context.ts';
import {forbidden} from '../errors.ts';
import {historyOf} from '../history/entries.ts';
import {idOf} from '../http/ids.ts';
import {storedRow} from '../reach/storedRow.ts';

export const historyRoutes = (context: Context): FastifyPluginAsync => async app => {
  for (const [name, resource] of Object.entries(context.config.resources)) {
    const call = historyCall(name, resource);
    if (call === undefined) continue;
    app.get(`/${parseEndpoint(call).path}`, async request => {
      const {actor} = request;
      if (!may(resource, historyOperation(resource), actor.perfil)) throw forbidden();
      const record = await storedRow(context, context.db, name, actor, idOf(request.params));
      return historyOf(context.db, context.config, name, actor, record);
    });
  }
};
