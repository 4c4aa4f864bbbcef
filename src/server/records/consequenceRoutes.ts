/** The call that tells what hangs on a record, for whoever may do what it is asked for. */
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {BEFORE, consequencesCall, consequencesBefore, DELETING} from '../../schema/consequences.ts';
import type {Config, Resource} from '../../schema/config.ts';
import {profilesOf} from '../../schema/workflow.ts';
import {answer, queryParam, type Documented} from '../openapi/call.ts';
import {tagOf, type Described} from '../openapi/described.ts';
import {arrayOf, ref} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {consequence} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {forbidden, invalid} from '../errors.ts';
import {route} from '../http/route.ts';
import {consequencesOf} from './consequences.ts';
import {idOf} from './ids.ts';
import {storedRow} from './read.ts';

/** Whether a profile may ever do what it wants to know the consequences of. */
const mayDo = ({resources}: Config, resource: Resource, before: string, perfil: string): boolean => {
  if (before === DELETING) return may(resource, 'delete', perfil);
  const action = resource.actions?.[before];
  if (action !== undefined) return profilesOf(action).includes(perfil);
  const child = resources[before];
  return child !== undefined && (['create', 'update', 'delete'] as const).some(operation => may(child, operation, perfil));
};

/** @throws Refusal 400 for what nothing is told before */
const beforeOf = (resource: Resource, query: unknown): string => {
  const {[BEFORE]: before} = query as Readonly<Record<string, unknown>>;
  if (typeof before === 'string' && consequencesBefore(resource, before).length > 0) return before;
  throw invalid([{campo: BEFORE, mensagem: `Parâmetro inválido: ${BEFORE}.`}]);
};

export const consequenceRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const [name, resource] of Object.entries(config.resources)) {
    const call = consequencesCall(name, resource);
    if (call === undefined) continue;
    route(app, call, async request => {
      const {actor} = request;
      const before = beforeOf(resource, request.query);
      if (!mayDo(config, resource, before, actor.perfil)) throw forbidden();
      const row = await storedRow(context, db, name, actor, idOf(request.params));
      return consequencesOf(context, name, actor, row, before);
    });
  }
};

export const consequenceDocument = (described: Described): Documented => {
  const {name, resource} = described;
  const endpoint = consequencesCall(name, resource);
  if (endpoint === undefined) return {calls: []};
  const words = [...new Set(Object.values(resource.consequences ?? {}).flatMap(({before}) => before))];
  return {
    calls: [{
      endpoint, id: `${name}.consequencias`, tag: tagOf(resource), summary: `O que depende de ${resource.label.one}`,
      profiles: 'os que podem fazer o que se pergunta',
      parameters: [queryParam(BEFORE, {type: 'string', enum: words}, 'Antes de quê: uma ação, um filho, ou `delete`.', {required: true})],
      answers: {200: answer('Só o que há, ao alcance de quem pergunta; contado até 1000.', arrayOf(ref('consequencia')))},
    }],
    schemas: {consequencia: shapeOf(consequence)},
  };
};
