/** GET openapi.json (rules: Operation 4): for whoever reaches everything. */
import type {FastifyPluginAsync} from 'fastify';
import type {Config} from '../../schema/config/config.ts';
import {answer, SERVICE} from '../openapi/call.ts';
import type {Json} from '../openapi/json.ts';
import {route} from './route.ts';

/** Profiles that reach everything. They alone read the document. */
const readersOf = (config: Config): string[] =>
  Object.keys(config.profiles).filter(profile => Object.values(config.resources).every(({scope}) => scope[profile]?.includes('tudo')));

export const openApiRoutes = (config: Config, document: () => Json): FastifyPluginAsync => async app => {
  let drawn: Json | undefined;
  route(app, {
    endpoint: 'GET openapi.json', id: 'servico.openapi', tag: SERVICE, summary: 'Este documento', may: readersOf(config),
    answers: {200: answer('OpenAPI 3.1.', {type: 'object'})},
  }, () => (drawn ??= document()));
};
