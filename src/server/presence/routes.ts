/** Routes of presence: renew and leave an open record; the team reads the other viewers (rules: Events 6). */
import type {FastifyPluginAsync, FastifyRequest} from 'fastify';
import {isHumanProfile, profilesAllowedTo} from '../../schema/access.ts';
import {PRESENCE_SECONDS, presenceCalls, RENEW_INTERVAL_MS} from '../../schema/presence.ts';
import {ownPresence, recordViewer, type RecordViewer} from '../../schema/apiShapes.ts';
import type {WriteSignal} from '../wakeSignal.ts';
import type {Context} from '../context.ts';
import {pathId, addRoute} from '../http/route.ts';
import {validateBody} from '../http/validateBody.ts';
import {answer} from '../openapi/call.ts';
import {tagOf} from '../openapi/describedResource.ts';
import {arrayOf, asJson, ref} from '../openapi/json.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';
import {endPresence, renewPresence} from './presence.ts';

const RENEWAL = `Vale por ${PRESENCE_SECONDS} segundos: renova-se a cada ${RENEW_INTERVAL_MS / 1000}, enquanto se olha.`;

/** @param writeSignal woken when somebody came, left, began or stopped writing, not at a renewal */
export const presenceRoutes = (context: Context, writeSignal: WriteSignal): FastifyPluginAsync => async app => {
  const {config} = context;
  const withoutWake = {config: {wakesStreams: true}} as const;
  for (const [name, resource] of Object.entries(config.resources)) {
    const calls = presenceCalls(name, resource);
    if (calls === undefined) continue;
    const {one: label} = resource.label;
    const recordOf = ({actor, params}: FastifyRequest) => ({name, id: pathId(params), actor});
    const common = {
      tag: tagOf(resource), allowedProfiles: profilesAllowedTo(resource, 'read').filter(perfil => isHumanProfile(config.profiles[perfil])),
    };

    addRoute(app, {
      ...common, endpoint: calls.renew, id: `${name}.presenca`, summary: `Diz que se está vendo ${label}, e responde quem mais está`,
      description: `${RENEWAL} A equipe recebe todos os outros; quem não é dela, ninguém.`,
      body: asJson(ref('presenca')), bodyOptional: true, answers: {200: answer('Os outros, de A a Z.', arrayOf(ref('presente')))},
      schemas: () => ({presenca: objectSchemaOf(ownPresence), presente: objectSchemaOf(recordViewer)}),
    }, async (request): Promise<RecordViewer[]> => {
      const {others, changed} = await renewPresence(context, recordOf(request), validateBody(ownPresence, request.body));
      if (changed) writeSignal.wake();
      return others;
    }, withoutWake);

    addRoute(app, {
      ...common, endpoint: calls.leave, id: `${name}.presenca.sair`, summary: `Diz que não se está mais vendo ${label}`,
      answers: {204: {description: 'Dito.'}},
    }, async (request, reply) => {
      if (await endPresence(context, recordOf(request))) writeSignal.wake();
      return reply.code(204).send();
    }, withoutWake);
  }
};
