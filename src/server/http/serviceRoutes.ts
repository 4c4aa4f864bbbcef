import {setTimeout} from 'node:timers/promises';
import type {FastifyPluginAsync} from 'fastify';
import type {Config} from '../../schema/shapes/config.ts';
import {FILE_LIMITS_CALL} from '../../schema/parts.ts';
import {serverLimits, type ServerLimits} from '../../schema/apiShapes.ts';
import type {Context} from '../context.ts';
import {listMigrations, lastAppliedMigration} from '../db/structure/migrate.ts';
import {answer, SERVICE_TAG, type Call} from '../openapi/call.ts';
import {objectOf, TEXT, type Json} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {addRoute} from './route.ts';

const CHECK_TIMEOUT_MS = 1000;

const rejectAfterTimeout = async (): Promise<never> => {
  await setTimeout(CHECK_TIMEOUT_MS, undefined, {ref: false});
  throw new Error('health check timed out');
};

const statusSchema = (situacao: string): Json => objectOf({situacao: {...TEXT, const: situacao}});
const healthCall = (path: 'vivo' | 'pronto', summary: string, more: Call['answers'] = {}): Call => ({
  endpoint: `GET ${path}`, id: `servico.${path}`, tag: SERVICE_TAG, summary, isPublic: true,
  answers: {200: answer('Sim.', statusSchema(path)), ...more},
});

/**
 * Health checks (rules: Operation 2), public and without detail. `GET vivo`: the process answers. `GET pronto`: database, migrations and
 * file store are available, else 503.
 *
 * @param takesCalls readiness of the connection limits; false during shutdown
 */
export const healthRoutes = ({db, files}: Context, takesCalls: () => boolean): FastifyPluginAsync => async app => {
  const options = {config: {whileEnding: true}};
  addRoute(app, healthCall('vivo', 'O processo responde?'), () => ({situacao: 'vivo'}), options);
  const ready = healthCall('pronto', 'Banco de dados, migrações e arquivos estão prontos?', {
    503: answer('Não.', statusSchema('indisponivel')),
  });
  addRoute(app, ready, async (request, reply) => {
    const checkReady = async (): Promise<void> => {
      if (!takesCalls()) throw new Error('the server is ending');
      const [version, migrations] = await Promise.all([lastAppliedMigration(db), listMigrations(), files.checkWritable()]);
      if (version !== migrations.at(-1)?.numero) throw new Error(`migration ${version} in the database`);
    };
    try {
      await Promise.race([checkReady(), rejectAfterTimeout()]);
      return {situacao: 'pronto'};
    } catch (error) {
      request.log.warn({err: error, req: request}, 'not ready');
      return reply.code(503).send({situacao: 'indisponivel'});
    }
  }, options);
};

const profilesWithFullScope = (config: Config): string[] =>
  Object.keys(config.profiles).filter(profile => Object.values(config.resources).every(({scope}) => scope[profile]?.includes('tudo')));

/** GET openapi.json (rules: Operation 4), for profiles with access to all rows. */
export const openApiRoutes = (config: Config, document: () => Json): FastifyPluginAsync => async app => {
  let cachedDocument: Json | undefined;
  addRoute(app, {
    endpoint: 'GET openapi.json', id: 'servico.openapi', tag: SERVICE_TAG, summary: 'Este documento',
    allowedProfiles: profilesWithFullScope(config),
    answers: {200: answer('OpenAPI 3.1.', {type: 'object'})},
  }, () => (cachedDocument ??= document()));
};

/** GET limites (rules: Files 9): limits of files, and whether mails are sent. */
export const limitRoutes = ({env}: Context): FastifyPluginAsync => async app => {
  const limits: ServerLimits = {
    arquivoMaxMb: env.UPLOAD_MAX_MB, arquivosMax: env.UPLOAD_MAX_FILES, enviaEmails: env.SMTP_URL !== undefined,
  };
  addRoute(app, {
    endpoint: FILE_LIMITS_CALL, id: 'servico.limites', tag: SERVICE_TAG, summary: 'Os limites dos arquivos e o que o servidor tem',
    answers: {200: answer('O que este servidor aceita.', objectSchemaOf(serverLimits))},
  }, () => limits);
};
