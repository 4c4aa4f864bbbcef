/** The API as an OpenAPI 3.1 document, from the declaration alone. */
import type {Config, Resource} from '../../schema/config.ts';
import {actionCalls} from './actions.ts';
import {answer, operationOf, pathOf, type CallDoc} from './call.ts';
import {dashboardCalls} from './dashboard.ts';
import {errorResponses, errorSchemas} from './errors.ts';
import {choiceCalls, exportCall, extraSchemas, historyCall} from './extras.ts';
import {ref, type Json} from './json.ts';
import {resourceCalls, type Described} from './resources.ts';
import {recordName, resourceSchemas} from './schemas.ts';
import {serviceCalls, serviceSchemas} from './service.ts';
import {fixedListCall, ticketCalls, ticketSchemas, TICKET_MOVED, TICKET_SAVE} from './tickets.ts';

const TICKETS = 'tickets';
/** Described on their own. */
const BESPOKE: ReadonlySet<string> = new Set([TICKETS]);

const describeResource = (config: Config, name: string, resource: Resource): CallDoc[] => {
  const described: Described = {config, name, resource};
  const bespoke = BESPOKE.has(name);
  return [
    ...resourceCalls(described, bespoke),
    ...exportCall(described),
    ...choiceCalls(described),
    ...(bespoke
      ? [...ticketCalls(described), ...actionCalls(described, TICKET_MOVED, [TICKET_SAVE])]
      : [...historyCall(described), ...actionCalls(described, answer('O registro como ficou.', ref(recordName(name))))]),
  ];
};

/** Two calls of one address with parameters of other names are one path for OpenAPI. */
const pathsOf = (calls: readonly CallDoc[]): Json => {
  const paths = new Map<string, Record<string, Json>>();
  for (const call of calls) {
    const {method, path} = pathOf(call.endpoint);
    paths.set(path, {...paths.get(path), [method]: operationOf(call)});
  }
  return Object.fromEntries(paths);
};

/** Profiles that reach everything. They alone read the document. */
export const readersOf = (config: Config): string[] =>
  Object.keys(config.profiles).filter(profile => Object.values(config.resources).every(resource => resource.scope[profile]?.includes('tudo') === true));

/**
 * The document. What the specification does not have is marked `x-extensao`.
 *
 * @returns plain JSON; the same config gives the same document
 */
export const openApiOf = (config: Config): Json => {
  const resources = Object.entries(config.resources);
  const calls = [
    ...serviceCalls(config, readersOf(config)),
    ...dashboardCalls(config),
    ...resources.flatMap(([name, resource]) => describeResource(config, name, resource)),
    ...Object.keys(config.lists).flatMap(name => fixedListCall(config, name)),
  ];
  const tickets = config.resources[TICKETS];
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.product.name} API`,
      version: '1',
      description: 'Caminhos valem sem diferença entre maiúsculas e minúsculas e com ou sem barra no fim. `x-extensao` marca o que a especificação do portal não tem.',
    },
    servers: [{url: '/api'}],
    security: [{bearerAuth: []}],
    tags: [...new Set(calls.map(call => call.tag))].map(name => ({name})),
    paths: pathsOf(calls),
    components: {
      securitySchemes: {bearerAuth: {type: 'http', scheme: 'bearer', bearerFormat: 'JWT'}},
      schemas: {
        ...errorSchemas, ...serviceSchemas(config), ...extraSchemas,
        ...(tickets === undefined ? {} : ticketSchemas({config, name: TICKETS, resource: tickets})),
        ...Object.assign({}, ...resources.map(([name, resource]) => resourceSchemas(config, name, resource))) as Json,
      },
      responses: errorResponses,
    },
  };
};
