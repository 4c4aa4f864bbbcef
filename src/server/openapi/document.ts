/** The API as an OpenAPI 3.1 document, from the calls that its routes are registered with. */
import type {Config} from '../../schema/shapes/config.ts';
import {errorBody} from '../../schema/wire.ts';
import {errorResponses, operationOf, pathOf, type Call} from './call.ts';
import type {Json} from './json.ts';
import {shapeOf} from './shapes.ts';

/** Two calls of one address with parameters of other names are one path for OpenAPI. */
const pathsOf = (config: Config, calls: readonly Call[]): Json => {
  const paths = new Map<string, Record<string, Json>>();
  for (const call of calls) {
    const {method, path} = pathOf(call.endpoint);
    paths.set(path, {...paths.get(path), [method]: operationOf(config, call)});
  }
  return Object.fromEntries(paths);
};

/** What belongs together, together: rooms tell of one resource after another. */
const byTag = (calls: readonly Call[]): Call[] => Object.values(Object.groupBy(calls, ({tag}) => tag)).flatMap(group => group ?? []);

/**
 * Draws the document. What the specification does not have is marked `x-extensao`.
 *
 * @returns plain JSON; the same config gives the same document
 */
export const drawDocument = (config: Config, calls: readonly Call[]): Json => {
  const schemas = Object.assign({}, ...[...new Set(calls.map(call => call.schemas))].map(made => made?.())) as Json;
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
    paths: pathsOf(config, byTag(calls)),
    components: {
      securitySchemes: {bearerAuth: {type: 'http', scheme: 'bearer', bearerFormat: 'JWT'}},
      schemas: {Erro: shapeOf(errorBody), ...schemas},
      responses: errorResponses,
    },
  };
};
