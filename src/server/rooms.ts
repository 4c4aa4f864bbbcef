/** Registers all routes under `/api`, and the OpenAPI document of their calls. */
import type {FastifyInstance} from 'fastify';
import {COMPANIES, USERS} from '../schema/systemFields.ts';
import type {Tokens} from './accounts/tokens.ts';
import type {WriteBell} from './bell.ts';
import {consequenceRoutes} from './consequences/routes.ts';
import type {Context} from './context.ts';
import {dashboardRoutes} from './dashboard/routes.ts';
import type {Hooks} from './engine/hooks.ts';
import {eventRoutes} from './events/routes.ts';
import {exportRoutes} from './export/routes.ts';
import {goToRoutes} from './goTo/routes.ts';
import {healthRoutes, limitRoutes, openApiRoutes} from './http/service.ts';
import type {ReadTurns} from './lists/portions.ts';
import {noticeRoutes} from './notices/routes.ts';
import {tellOf} from './notices/tell.ts';
import type {Call} from './openapi/call.ts';
import {drawDocument} from './openapi/document.ts';
import type {Json} from './openapi/json.ts';
import {versionRoutes} from './parts/template/versionRoutes.ts';
import {inviteAgain} from './passwordLinks/issue.ts';
import {invitationRoutes} from './passwordLinks/handOver.ts';
import {passwordLinkRoutes} from './passwordLinks/routes.ts';
import {companies, users} from './people/users.ts';
import {presenceRoutes} from './presence/routes.ts';
import {resourceRoutes} from './resources/routes.ts';
import {robotRoutes} from './robots/routes.ts';
import {savedFilterRoutes} from './savedFilters/routes.ts';
import {savedReplyRoutes} from './savedReplies/routes.ts';
import {keyRoutes} from './sessions/keyRoutes.ts';
import {sessionRoutes} from './sessions/routes.ts';

export const hooks: Hooks = {records: {[USERS]: users, [COMPANIES]: companies}, notify: tellOf, sends: {convite: inviteAgain}};

export interface Shared {
  tokens: Tokens;
  /** True while the server accepts calls, the answer of `pronto`. */
  takesCalls: () => boolean;
  turns: ReadTurns;
  written: WriteBell;
  staying: number;
}

/**
 * Registers all routes, behind authentication.
 *
 * @returns builds the document of all calls (GET openapi.json)
 */
export const addRooms = async (
  app: FastifyInstance, context: Context, {tokens, takesCalls, turns, written, staying}: Shared,
): Promise<() => Json> => {
  const calls: Call[] = [];
  app.addHook('onRoute', ({method, config}) => {
    if (method !== 'HEAD' && config?.call !== undefined) calls.push(config.call);
  });
  const document = (): Json => drawDocument(context.config, calls);
  for (const routes of [
    sessionRoutes(context, tokens), keyRoutes(context), passwordLinkRoutes(context), invitationRoutes({...context, hooks}),
    savedFilterRoutes(context), savedReplyRoutes(context), goToRoutes(context), noticeRoutes(context), limitRoutes(context),
    healthRoutes(context, takesCalls), openApiRoutes(context.config, document), dashboardRoutes(context),
    resourceRoutes({...context, hooks}, tokens, turns), consequenceRoutes(context), versionRoutes(context), exportRoutes(context, turns),
    eventRoutes(context, written, staying), presenceRoutes(context, written), robotRoutes({...context, hooks}, written, tokens, document),
  ]) await app.register(routes);
  return document;
};
