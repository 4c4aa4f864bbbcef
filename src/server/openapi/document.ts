/** Builds the OpenAPI 3.1 document from the calls that routes declare. */
import type {Config} from '../../schema/shapes/config.ts';
import {errorBody} from '../../schema/apiShapes.ts';
import {errorResponses, operationOf, pathOf, type Call} from './call.ts';
import type {Json} from './json.ts';
import {objectSchemaOf} from './zodSchemas.ts';

/** Merges calls whose paths differ only in parameter names, which are one path in OpenAPI. */
const pathsOf = (config: Config, calls: readonly Call[]): Json => {
  const paths = new Map<string, Record<string, Json>>();
  for (const call of calls) {
    const {method, path} = pathOf(call.endpoint);
    paths.set(path, {...paths.get(path), [method]: operationOf(config, call)});
  }
  return Object.fromEntries(paths);
};

/** Orders calls by tag, because routes are registered resource by resource. */
const orderByTag = (calls: readonly Call[]): Call[] => Object.values(Object.groupBy(calls, ({tag}) => tag)).flatMap(group => group ?? []);

/**
 * Builds the document. `x-extensao` marks everything beyond the specification.
 *
 * @returns plain JSON, the same for the same config
 */
export const buildApiDocument = (config: Config, calls: readonly Call[]): Json => {
  const schemas = Object.assign({}, ...[...new Set(calls.map(call => call.schemas))].map(buildSchemas => buildSchemas?.())) as Json;
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.product.name} API`,
      version: '1',
      description: 'Caminhos valem sem diferença entre maiúsculas e minúsculas e com ou sem barra no fim. '
        + '`x-extensao` marca o que a especificação do portal não tem.',
    },
    servers: [{url: '/api'}],
    security: [{bearerAuth: []}],
    tags: [...new Set(calls.map(call => call.tag))].map(name => ({name})),
    paths: pathsOf(config, orderByTag(calls)),
    components: {
      securitySchemes: {bearerAuth: {type: 'http', scheme: 'bearer', bearerFormat: 'JWT'}},
      schemas: {Erro: objectSchemaOf(errorBody), ...schemas},
      responses: errorResponses,
    },
  };
};
