/** The calls of a resource's actions, and the choices of what they ask. */
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {asksOf, optionsCall} from '../../schema/asks.ts';
import type {Action, Resource} from '../../schema/config.ts';
import {profilesOf, savingOf} from '../../schema/workflow.ts';
import {withSubmission} from '../calls/submission.ts';
import {doAction, NO_FILES} from '../engine/act.ts';
import {choosable, choosableForAll} from '../engine/choices.ts';
import {demandProfile} from '../engine/demand.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {forbidden, notFound} from '../errors.ts';
import {idOf} from '../http/ids.ts';
import {route, sendRecord} from '../http/route.ts';
import {demandSelf} from '../http/self.ts';
import {versionSent} from '../http/version.ts';
import {sendOptions} from '../lists/options/options.ts';
import {alsoIn} from '../lists/options/query.ts';
import type {Turns} from '../lists/portions.ts';
import {takenFiles, VERSION} from '../parts/files/taken.ts';
import {storedRow} from '../reach/storedRow.ts';

/** Refuses before anything is looked at: another's record, a profile that never may. */
const reached = async (context: EngineContext, request: FastifyRequest, name: string, action: Action) => {
  demandProfile(action, request.actor);
  const row = await storedRow(context, context.db, name, request.actor, idOf(request.params));
  demandSelf(request.actor, selfIn(request));
  if (!profilesOf(action).includes(request.actor.perfil)) throw forbidden();
  return row;
};
const selfIn = ({params}: FastifyRequest): string | undefined => (params as {idUsuario?: string}).idUsuario;

const actRoute = (
  app: FastifyInstance, context: EngineContext, name: string, resource: Resource, actionName: string, action: Action,
): void => {
  const act = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const id = idOf(request.params);
    const {body} = await withSubmission(context, request, {
      fields: [...Object.keys(action.asks ?? {}), VERSION],
      ...takenFiles(context, resource, action.files !== undefined, NO_FILES),
      admit: async () => void await reached(context, request, name, action),
      changes: () => ({name, id}),
    }, (trx, actor, submission) => doAction(context, trx, actor, {
      name, actionName, action, id, submission, versao: versionSent(request, submission.data), idUsuario: selfIn(request),
    }));
    if (action.sends !== undefined || action.tells !== undefined) context.mail.ring();
    return sendRecord(reply, body);
  };
  for (const endpoint of [action.call, ...(action.also ?? [])]) route(app, endpoint, act);
};

/** The records an asked reference may name: `[{id, nome}]`. `campo` says which where several are asked, `tambem` for which others too. */
const optionsRoute = (
  app: FastifyInstance, context: EngineContext, turns: Turns, name: string, resource: Resource, action: Action,
): void => {
  const references = Object.entries(asksOf(resource, action))
    .flatMap(([campo, field]) => (field.kind === 'referencia' ? [{campo, field}] : []));
  const [first] = references;
  if (first === undefined) return;
  route(app, optionsCall(action), async (request, reply) => {
    const row = await reached(context, request, name, action);
    const {campo = first.campo} = request.query as {campo?: unknown};
    const chosen = references.find(one => one.campo === campo);
    if (chosen === undefined) throw notFound();
    const standing = {config: context.config, name, resource, row};
    const also = alsoIn(request.query);
    return sendOptions(context, turns, request, reply, {
      name: chosen.field.to,
      where: actor => [
        choosable({...standing, actor}, chosen.campo, chosen.field, row, 't'),
        ...(also.length === 0 ? [] : [choosableForAll({...standing, actor}, chosen.campo, chosen.field, also, 't')]),
      ],
    });
  });
};

/** Saving is an action where it is declared as one, and has its own route. */
export const actionRoutes = (app: FastifyInstance, context: EngineContext, turns: Turns, name: string, resource: Resource): void => {
  const [saving] = savingOf(resource) ?? [];
  for (const [actionName, action] of Object.entries(resource.actions ?? {})) {
    if (actionName === saving) continue;
    actRoute(app, context, name, resource, actionName, action);
    optionsRoute(app, context, turns, name, resource, action);
  }
};
