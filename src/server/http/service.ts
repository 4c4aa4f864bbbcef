/** The calls about the server as a whole. */
import {setTimeout} from 'node:timers/promises';
import type {FastifyPluginAsync} from 'fastify';
import type {Config} from '../../schema/shapes/config.ts';
import {FILE_LIMITS_CALL} from '../../schema/parts.ts';
import {serverLimits, type ServerLimits} from '../../schema/wire.ts';
import type {Context} from '../context.ts';
import {listMigrations, lastAppliedMigration} from '../db/structure/migrate.ts';
import {answer, SERVICE, type Call} from '../openapi/call.ts';
import {objectOf, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {route} from './route.ts';

const LIMIT = 1000;

const tooLate = async (): Promise<never> => {
  await setTimeout(LIMIT, undefined, {ref: false});
  throw new Error('health check timed out');
};

const told = (situacao: string): Json => objectOf({situacao: {...TEXT, const: situacao}});
const check = (path: 'vivo' | 'pronto', summary: string, more: Call['answers'] = {}): Call => ({
  endpoint: `GET ${path}`, id: `servico.${path}`, tag: SERVICE, summary, open: true, answers: {200: answer('Sim.', told(path)), ...more},
});

/**
 * Health checks (rules: Operation 2), public and without detail. `GET vivo`: the process answers. `GET pronto`: database, migrations and
 * file store are there, else 503.
 *
 * @param takesCalls whether calls may be sent here; not to a server that is about to end
 */
export const healthRoutes = ({db, files}: Context, takesCalls: () => boolean): FastifyPluginAsync => async app => {
  const always = {config: {whileEnding: true}};
  route(app, check('vivo', 'O processo responde?'), () => ({situacao: 'vivo'}), always);
  const ready = check('pronto', 'Banco de dados, migrações e arquivos estão prontos?', {503: answer('Não.', told('indisponivel'))});
  route(app, ready, async (request, reply) => {
    const whole = async (): Promise<void> => {
      if (!takesCalls()) throw new Error('the server is ending');
      const [version, known] = await Promise.all([lastAppliedMigration(db), listMigrations(), files.ready()]);
      if (version !== known.at(-1)?.numero) throw new Error(`migration ${version} in the database`);
    };
    try {
      await Promise.race([whole(), tooLate()]);
      return {situacao: 'pronto'};
    } catch (error) {
      request.log.warn({err: error, req: request}, 'not ready');
      return reply.code(503).send({situacao: 'indisponivel'});
    }
  }, always);
};

/** Profiles that reach everything. */
const readersOf = (config: Config): string[] =>
  Object.keys(config.profiles).filter(profile => Object.values(config.resources).every(({scope}) => scope[profile]?.includes('tudo')));

/** GET openapi.json (rules: Operation 4): for whoever reaches everything. */
export const openApiRoutes = (config: Config, document: () => Json): FastifyPluginAsync => async app => {
  let drawn: Json | undefined;
  route(app, {
    endpoint: 'GET openapi.json', id: 'servico.openapi', tag: SERVICE, summary: 'Este documento', may: readersOf(config),
    answers: {200: answer('OpenAPI 3.1.', {type: 'object'})},
  }, () => (drawn ??= document()));
};

/** GET limites (rules: Files 9): how large a file may be, how many a record may have, and whether mails go out, before anybody chooses. */
export const limitRoutes = ({env}: Context): FastifyPluginAsync => async app => {
  const limits: ServerLimits = {
    arquivoMaxMb: env.UPLOAD_MAX_MB, arquivosMax: env.UPLOAD_MAX_FILES, enviaEmails: env.SMTP_URL !== undefined,
  };
  route(app, {
    endpoint: FILE_LIMITS_CALL, id: 'servico.limites', tag: SERVICE, summary: 'Os limites dos arquivos e o que o servidor tem',
    answers: {200: answer('O que este servidor aceita.', shapeOf(serverLimits))},
  }, () => limits);
};
