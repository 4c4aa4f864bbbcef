/** The route of consequences, open to callers who may do the operation asked about. */
import type {FastifyPluginAsync} from 'fastify';
import {mayAccess} from '../../schema/access.ts';
import {OTHER_IDS_PARAM, MAX_BULK_RECORDS} from '../../schema/words/bulk.ts';
import type {Config, Endpoint, Resource} from '../../schema/shapes/config.ts';
import {
  OPERATION_PARAM, consequencesBefore, consequencesCall, DATA_PARAM, DELETE_OPERATION, hasBulkConsequences, UPDATE_OPERATION,
} from '../../schema/lifeCycle/consequences.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {consequence} from '../../schema/apiShapes.ts';
import {profilesOfAction} from '../../schema/lifeCycle/workflow.ts';
import type {Context} from '../context.ts';
import {forbidden, invalidParam, Refusal} from '../errors.ts';
import {parseJson} from '../http/json.ts';
import {pathId, addRoute} from '../http/route.ts';
import {readAlsoIds} from '../lists/options/optionsQuery.ts';
import {answer, queryParam, type Call} from '../openapi/call.ts';
import {tagOf, type DescribedResource} from '../openapi/describedResource.ts';
import {arrayOf, ID, ref, TEXT} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {joinWithOr} from '../openapi/rulesInWords.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import {countConsequences} from './countConsequences.ts';

/** True if the profile may ever do the operation. */
const mayDo = ({resources}: Config, resource: Resource, before: string, perfil: string): boolean => {
  if (before === DELETE_OPERATION || before === UPDATE_OPERATION) return mayAccess(resource, before, perfil);
  const action = resource.actions?.[before];
  if (action !== undefined) return profilesOfAction(action).includes(perfil);
  const child = resources[before];
  return child !== undefined && (['create', 'update', 'delete'] as const).some(operation => mayAccess(child, operation, perfil));
};

/** @throws Refusal 400 for an operation without consequences */
const beforeOf = (resource: Resource, query: unknown): string => {
  const {[OPERATION_PARAM]: before} = query as Readonly<Record<string, unknown>>;
  if (typeof before === 'string' && consequencesBefore(resource, before).length > 0) return before;
  throw invalidParam(OPERATION_PARAM);
};

/** Further records of a bulk operation. @throws Refusal 400 where no consequence covers several records */
const alsoOf = (resource: Resource, before: string, query: unknown): number[] => {
  const also = readAlsoIds(query);
  if (also.length > 0 && !hasBulkConsequences(resource, before)) throw invalidParam(OTHER_IDS_PARAM);
  return also;
};

/** Values to be saved. @throws Refusal 400 for JSON that is no record, or too deep */
const dataIn = (query: unknown): RecordValues => {
  const {[DATA_PARAM]: data = '{}'} = query as Readonly<Record<string, unknown>>;
  try {
    const values = typeof data === 'string' ? parseJson(data) : undefined;
    if (typeof values === 'object' && values !== null && !Array.isArray(values)) return values as RecordValues;
  } catch (error) {
    // Malformed JSON is refused below.
    if (error instanceof Refusal) throw error;
  }
  throw invalidParam(DATA_PARAM);
};

const consequenceCall = ({name, resource}: DescribedResource, endpoint: Endpoint): Call => {
  const operations: string[] = [...new Set(Object.values(resource.consequences ?? {}).flatMap(({before}) => before))];
  const bulkOperations = operations.filter(operation => hasBulkConsequences(resource, operation));
  return {
    endpoint, id: `${name}.consequencias`, tag: tagOf(resource), summary: `O que depende de ${resource.label.one}`,
    profilesText: 'os que podem fazer o que se pergunta',
    parameters: [
      queryParam(
        OPERATION_PARAM, {type: 'string', enum: operations}, 'Antes de quê: uma ação, um filho, `delete` ou `update`.', {required: true},
      ),
      ...(bulkOperations.length > 0
        ? [queryParam(OTHER_IDS_PARAM, {type: 'array', items: ID, maxItems: MAX_BULK_RECORDS},
          `Outros registros com os quais se faz o mesmo, repetido ou separados por vírgula: conta o que depende de todos. Só antes de ${
            joinWithOr(bulkOperations.map(operation => `\`${operation}\``))}.`)]
        : []),
      ...(operations.includes(UPDATE_OPERATION)
        ? [queryParam(DATA_PARAM, TEXT, 'Antes de `update`: o que seria gravado, em JSON, como na chamada que grava.')] : []),
    ],
    answers: {200: answer('Só o que há, ao alcance de quem pergunta; contado até 1000.', arrayOf(ref('consequencia')))},
    schemas: () => ({consequencia: objectSchemaOf(consequence)}),
  };
};

export const consequenceRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const [name, resource] of Object.entries(config.resources)) {
    const endpoint = consequencesCall(name, resource);
    if (endpoint === undefined) continue;
    addRoute(app, consequenceCall({config, name, resource}, endpoint), async request => {
      const {actor} = request;
      const before = beforeOf(resource, request.query);
      if (!mayDo(config, resource, before, actor.perfil)) throw forbidden();
      const [also, data] = [alsoOf(resource, before, request.query), dataIn(request.query)];
      const row = await readStoredRow(context, db, name, actor, pathId(request.params));
      return countConsequences(context, name, actor, row, {before, also, data});
    });
  }
};
