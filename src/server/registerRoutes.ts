/** Registers all routes under `/api`, and the OpenAPI document of their calls. */
import type {FastifyInstance} from 'fastify';
import {COMPANIES, USERS} from '../schema/systemFields.ts';
import type {Tokens} from './accounts/tokens.ts';
import type {WriteSignal} from './wakeSignal.ts';
import {consequenceRoutes} from './consequences/routes.ts';
import type {Context} from './context.ts';
import {dashboardRoutes} from './dashboard/routes.ts';
import {deliveryRoutes} from './deliveries/routes.ts';
import {enqueueWebhooks} from './deliveries/enqueueWebhooks.ts';
import {enqueueCommitted} from './deliveries/committed.ts';
import type {Hooks} from './engine/hooks.ts';
import {eventRoutes} from './events/routes.ts';
import {exportRoutes} from './export/routes.ts';
import {goToRoutes} from './goTo/routes.ts';
import {healthRoutes, limitRoutes, openApiRoutes} from './http/serviceRoutes.ts';
import type {BatchQueue} from './lists/batches.ts';
import {noticeRoutes} from './notices/routes.ts';
import {writeNotices} from './notices/writeNotices.ts';
import type {Call} from './openapi/call.ts';
import {buildApiDocument} from './openapi/document.ts';
import type {Json} from './openapi/json.ts';
import {versionRoutes} from './parts/template/versionRoutes.ts';
import {repeatInvitation} from './passwordLinks/issue.ts';
import {invitationRoutes} from './passwordLinks/invitationRoutes.ts';
import {passwordLinkRoutes} from './passwordLinks/routes.ts';
import {ownCallRoutes} from './ownCode/ownCalls.ts';
import {runStep} from './ownCode/runStep.ts';
import {companyHooks, userHooks} from './people/recordHooks.ts';
import {presenceRoutes} from './presence/routes.ts';
import {resourceRoutes} from './resources/routes.ts';
import {robotRoutes} from './robots/routes.ts';
import {savedFilterRoutes} from './savedFilters/routes.ts';
import {savedReplyRoutes} from './savedReplies/routes.ts';
import {apiKeyRoutes} from './sessions/apiKeyRoutes.ts';
import {sessionRoutes} from './sessions/routes.ts';

export const hooks: Hooks = {
  records: {[USERS]: userHooks, [COMPANIES]: companyHooks}, notify: writeNotices, runStep, sends: {convite: repeatInvitation},
  enqueueDeliveries: enqueueWebhooks, enqueueCommitted,
};

export interface RouteServices {
  tokens: Tokens;
  /** True while the server accepts calls, the answer of `pronto`. */
  takesCalls: () => boolean;
  turns: BatchQueue;
  writeSignal: WriteSignal;
  maxStreams: number;
}

/**
 * Registers all routes, behind authentication.
 *
 * @returns builds the document of all calls (GET openapi.json)
 */
export const registerRoutes = async (
  app: FastifyInstance, context: Context, {tokens, takesCalls, turns, writeSignal, maxStreams}: RouteServices,
): Promise<() => Json> => {
  const calls: Call[] = [];
  app.addHook('onRoute', ({method, config}) => {
    if (method !== 'HEAD' && config?.call !== undefined) calls.push(config.call);
  });
  writeSignal.onWake(() => context.deliverySignal.wake());
  const document = (): Json => buildApiDocument(context.config, calls);
  for (const routes of [
    sessionRoutes(context, tokens), apiKeyRoutes(context), passwordLinkRoutes(context), invitationRoutes({...context, hooks}),
    savedFilterRoutes(context), savedReplyRoutes(context), goToRoutes(context), noticeRoutes(context), limitRoutes(context),
    healthRoutes(context, takesCalls), openApiRoutes(context.config, document), dashboardRoutes(context),
    resourceRoutes({...context, hooks}, tokens, turns), consequenceRoutes(context), versionRoutes(context), exportRoutes(context, turns),
    eventRoutes(context, writeSignal, maxStreams), presenceRoutes(context, writeSignal), deliveryRoutes(context),
    robotRoutes({...context, hooks}, writeSignal, tokens, document), ownCallRoutes({...context, hooks}),
  ]) await app.register(routes);
  return document;
};
