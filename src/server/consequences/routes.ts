/** The route of consequences, open to callers who may do the operation asked about. */
import type {FastifyPluginAsync} from 'fastify';
import {may} from '../../schema/access.ts';
import {ALSO, BULK_MOST} from '../../schema/words/bulk.ts';
import type {Config, Endpoint, Resource} from '../../schema/config/config.ts';
import {
  BEFORE, consequencesBefore, consequencesCall, DATA, DELETING, tellsOfSeveral, UPDATING,
} from '../../schema/lifeCycle/consequences.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {consequence} from '../../schema/wire.ts';
import {profilesOf} from '../../schema/lifeCycle/workflow.ts';
import type {Context} from '../context.ts';
import {forbidden, invalidParam, Refusal} from '../errors.ts';
import {parseJson} from '../http/json.ts';
import {idOf, route} from '../http/route.ts';
import {alsoIn} from '../lists/options/query.ts';
import {answer, queryParam, type Call} from '../openapi/call.ts';
import {tagOf, type Described} from '../openapi/described.ts';
import {arrayOf, ID, ref, TEXT} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {eitherOf} from '../openapi/words.ts';
import {storedRow} from '../reach/storedRow.ts';
import {consequencesOf} from './consequences.ts';

/** True if the profile may ever do the operation. */
const mayDo = ({resources}: Config, resource: Resource, before: string, perfil: string): boolean => {
  if (before === DELETING || before === UPDATING) return may(resource, before, perfil);
  const action = resource.actions?.[before];
  if (action !== undefined) return profilesOf(action).includes(perfil);
  const child = resources[before];
  return child !== undefined && (['create', 'update', 'delete'] as const).some(operation => may(child, operation, perfil));
};

/** @throws Refusal 400 for an operation without consequences */
const beforeOf = (resource: Resource, query: unknown): string => {
  const {[BEFORE]: before} = query as Readonly<Record<string, unknown>>;
  if (typeof before === 'string' && consequencesBefore(resource, before).length > 0) return before;
  throw invalidParam(BEFORE);
};

/** Further records of a bulk operation. @throws Refusal 400 where no consequence covers several records */
const alsoOf = (resource: Resource, before: string, query: unknown): number[] => {
  const also = alsoIn(query);
  if (also.length > 0 && !tellsOfSeveral(resource, before)) throw invalidParam(ALSO);
  return also;
};

/** Values to be saved. @throws Refusal 400 for JSON that is no record, or too deep */
const dataIn = (query: unknown): Values => {
  const {[DATA]: data = '{}'} = query as Readonly<Record<string, unknown>>;
  try {
    const values = typeof data === 'string' ? parseJson(data) : undefined;
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values as Values;
  } catch (error) {
    // Malformed JSON is refused below.
    if (error instanceof Refusal) throw error;
  }
  throw invalidParam(DATA);
};

const consequenceCall = ({name, resource}: Described, endpoint: Endpoint): Call => {
  const operations: string[] = [...new Set(Object.values(resource.consequences ?? {}).flatMap(({before}) => before))];
  const bulkOperations = operations.filter(operation => tellsOfSeveral(resource, operation));
  return {
    endpoint, id: `${name}.consequencias`, tag: tagOf(resource), summary: `O que depende de ${resource.label.one}`,
    profiles: 'os que podem fazer o que se pergunta',
    parameters: [
      queryParam(BEFORE, {type: 'string', enum: operations}, 'Antes de quê: uma ação, um filho, `delete` ou `update`.', {required: true}),
      ...(bulkOperations.length > 0
        ? [queryParam(ALSO, {type: 'array', items: ID, maxItems: BULK_MOST},
          `Outros registros com os quais se faz o mesmo, repetido ou separados por vírgula: conta o que depende de todos. Só antes de ${
            eitherOf(bulkOperations.map(operation => `\`${operation}\``))}.`)]
        : []),
      ...(operations.includes(UPDATING)
        ? [queryParam(DATA, TEXT, 'Antes de `update`: o que seria gravado, em JSON, como na chamada que grava.')] : []),
    ],
    answers: {200: answer('Só o que há, ao alcance de quem pergunta; contado até 1000.', arrayOf(ref('consequencia')))},
    schemas: () => ({consequencia: shapeOf(consequence)}),
  };
};

export const consequenceRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const [name, resource] of Object.entries(config.resources)) {
    const endpoint = consequencesCall(name, resource);
    if (endpoint === undefined) continue;
    route(app, consequenceCall({config, name, resource}, endpoint), async request => {
      const {actor} = request;
      const before = beforeOf(resource, request.query);
      if (!mayDo(config, resource, before, actor.perfil)) throw forbidden();
      const [also, data] = [alsoOf(resource, before, request.query), dataIn(request.query)];
      const row = await storedRow(context, db, name, actor, idOf(request.params));
      return consequencesOf(context, name, actor, row, {before, also, data});
    });
  }
};
