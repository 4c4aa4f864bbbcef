/**
 * The call that tells a record's history (rules: Tickets 12, Forms 7): of a life cycle to whoever may read the record, of changes
 * to whoever may make them.
 */
import type {FastifyPluginAsync} from 'fastify';
import {historyOperation, whoMay} from '../../schema/access.ts';
import {historyCall} from '../../schema/paths.ts';
import {historyEntry, historyStep} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {entriesOf, stepRows} from '../history/entries.ts';
import {idOf, route} from '../http/route.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/described.ts';
import {arrayOf, ref} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {ALIAS} from '../reach/select.ts';
import {storedRow} from '../reach/storedRow.ts';

export const historyRoutes = (context: Context): FastifyPluginAsync => async app => {
  for (const [name, resource] of Object.entries(context.config.resources)) {
    const endpoint = historyCall(name, resource);
    if (endpoint === undefined) continue;
    const {one} = resource.label;
    const [row, shape, summary] = resource.status === undefined
      ? ['alteracao', historyEntry, `Quem mudou o quê em ${one}`] as const
      : ['passo', historyStep, `O que aconteceu com ${one}`] as const;
    route(app, {
      endpoint, id: `${name}.historico`, tag: tagOf(resource), summary, may: whoMay(resource, historyOperation(resource)),
      answers: {200: answer('Do mais novo ao mais antigo; valores como se leem.', arrayOf(ref(row)))},
      schemas: () => ({[row]: shapeOf(shape)}),
    }, async request => {
      const {config, db} = context;
      const {actor, params} = request;
      const steps = stepRows(config, name, actor, ALIAS, null);
      return entriesOf(db, config, name, actor, await storedRow(context, db, name, actor, idOf(params), false, [steps]));
    });
  }
};
