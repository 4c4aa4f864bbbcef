/** GET openapi.json (rules: Operation 4): for whoever reaches everything. */
import type {FastifyPluginAsync} from 'fastify';
import type {Config} from '../../schema/config.ts';
import type {Context} from '../context.ts';
import {forbidden} from '../errors.ts';
import {answer, SERVICE, type Documented} from './call.ts';
import type {Json} from './json.ts';
import {profilesInWords} from './words.ts';

/** Profiles that reach everything. They alone read the document. */
const readersOf = (config: Config): string[] =>
  Object.keys(config.profiles).filter(profile => Object.values(config.resources).every(({scope}) => scope[profile]?.includes('tudo')));

export const openApiRoutes = ({config}: Context, document: Json): FastifyPluginAsync => async app => {
  const readers = readersOf(config);
  app.get('/openapi.json', request => {
    if (!readers.includes(request.actor.perfil)) throw forbidden();
    return document;
  });
};

export const openApiDocument = (config: Config): Documented => ({
  calls: [{
    endpoint: 'GET openapi.json', id: 'servico.openapi', tag: SERVICE, summary: 'Este documento',
    profiles: profilesInWords(config, readersOf(config)),
    answers: {200: answer('OpenAPI 3.1.', {type: 'object'})},
  }],
});
