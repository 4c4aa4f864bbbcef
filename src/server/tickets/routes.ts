/** The ticket calls of §7 that are more than a list: open, read, save, move, files. */
import multipart from '@fastify/multipart';
import type {FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest} from 'fastify';
import {may} from '../../schema/access.ts';
import type {Action, Operation} from '../../schema/config.ts';
import {parseEndpoint} from '../../schema/paths.ts';
import {profilesOf} from '../../schema/workflow.ts';
import {withSubmission} from '../calls/submission.ts';
import type {Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import {forbidden} from '../errors.ts';
import {idOf} from '../resources/ids.ts';
import {versionSent} from '../resources/version.ts';
import {fileRoutes} from './fileRoutes.ts';
import {moveTicket} from './move.ts';
import {openTicket} from './open.ts';
import {readTicket} from './read.ts';
import {SAVE, saveAction, saveTicket} from './save.ts';
import {demandSelf} from '../resources/self.ts';
import {ticketOf} from './state.ts';

const demandAccess = (context: Context, request: FastifyRequest, operation: Operation): void => {
  if (!may(resourceOf(context.config, 'tickets'), operation, request.actor.perfil)) throw forbidden();
};

/** What can be refused before the body is read: another's ticket, another's name, a profile that never may. */
const admit = async (context: Context, request: FastifyRequest, action: Action): Promise<number> => {
  const id = idOf(request.params, 'id');
  await ticketOf(context, context.db, request.actor, id);
  demandSelf(request);
  if (!profilesOf(action).includes(request.actor.perfil)) throw forbidden();
  return id;
};

/** What says which version the caller saw; see {@link versionSent}. */
const VERSION = 'versao';
const formFields = ({config}: Context): string[] => [...Object.keys(resourceOf(config, 'tickets').fields), 'ticketFormularios', VERSION];

const versionTag = (versao: unknown): string => `"${String(versao)}"`;

const readRoutes = (app: FastifyInstance, context: Context): void => {
  app.get('/tickets/:id', async (request, reply) => {
    demandAccess(context, request, 'read');
    const ticket = await readTicket(context, context.db, request.actor, idOf(request.params, 'id'));
    return reply.header('etag', versionTag(ticket['versao'])).send(ticket);
  });
};

const writeRoutes = (app: FastifyInstance, context: Context): void => {
  app.post('/tickets', async (request, reply) => {
    demandAccess(context, request, 'create');
    const {status, body} = await withSubmission(context, request, {fields: formFields(context)}, (trx, actor, submission) =>
      openTicket(context, trx, actor, submission));
    return reply.code(status).header('location', `/api/tickets/${String(body['id'])}`).send(body);
  });
  app.put('/tickets/:id', async (request, reply) => {
    const id = await admit(context, request, saveAction(context));
    const {body} = await withSubmission(context, request, {fields: formFields(context), changes: () => id}, (trx, actor, submission) =>
      saveTicket(context, trx, actor, id, submission, versionSent(request, submission.data)));
    return reply.header('etag', versionTag(body['versao'])).send(body);
  });
};

const actionRoutes = (app: FastifyInstance, context: Context): void => {
  for (const [name, action] of Object.entries(resourceOf(context.config, 'tickets').actions ?? {})) {
    if (name === SAVE) continue;
    const fields = [...Object.keys(action.asks ?? {}), VERSION];
    const act = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const id = await admit(context, request, action);
      const {status, body} = await withSubmission(context, request, {fields, changes: () => id}, (trx, actor, submission) =>
        moveTicket(context, trx, actor, name, id, submission, versionSent(request, submission.data)));
      return reply.code(status).header('etag', versionTag(body['versao'])).send(body);
    };
    for (const endpoint of [action.call, ...(action.also ?? [])]) {
      const {method, path} = parseEndpoint(endpoint);
      app.route({method, url: `/${path}`, handler: act});
    }
  }
};

/** All ticket calls but the lists; registered under `/api`, behind authentication. */
export const ticketRoutes = (context: Context): FastifyPluginAsync => async app => {
  await app.register(multipart);
  readRoutes(app, context);
  writeRoutes(app, context);
  actionRoutes(app, context);
  fileRoutes(app, context);
};
