/** Every room that answers calls, with what it tells of them in the document: neither comes without the other. */
import type {FastifyPluginAsync} from 'fastify';
import type {Config} from '../schema/config.ts';
import {COMPANIES, USERS} from '../schema/needed.ts';
import type {Tokens} from './accounts/tokens.ts';
import {consequenceDocument, consequenceRoutes} from './consequences/routes.ts';
import type {Context} from './context.ts';
import {dashboardDocument} from './dashboard/document.ts';
import {dashboardRoutes} from './dashboard/routes.ts';
import type {Hooks} from './engine/hooks.ts';
import {eventDocument} from './events/document.ts';
import type {WriteBell} from './events/ring.ts';
import {eventRoutes} from './events/routes.ts';
import {exportDocument} from './export/document.ts';
import {exportRoutes} from './export/routes.ts';
import {goToDocument} from './goTo/document.ts';
import {goToRoutes} from './goTo/routes.ts';
import {healthRoutes} from './http/health.ts';
import {healthDocument} from './http/healthDocument.ts';
import {fixedListsDocument} from './lists/options/document.ts';
import type {Turns} from './lists/portions.ts';
import {noticeDocument} from './notices/document.ts';
import {noticeRoutes} from './notices/routes.ts';
import {tellOf} from './notices/tell.ts';
import type {Documented} from './openapi/call.ts';
import {joined, ofEach} from './openapi/described.ts';
import {drawDocument} from './openapi/document.ts';
import type {Json} from './openapi/json.ts';
import {openApiDocument, openApiRoutes} from './openapi/routes.ts';
import {limitDocument, limitRoutes} from './parts/files/limits.ts';
import {versionDocument} from './parts/template/versionDocument.ts';
import {versionRoutes} from './parts/template/versionRoutes.ts';
import {passwordLinkDocument} from './passwordLinks/document.ts';
import {inviteAgain} from './passwordLinks/invite.ts';
import {passwordLinkRoutes} from './passwordLinks/routes.ts';
import {companies} from './people/companies.ts';
import {users} from './people/users.ts';
import {actionsDocument} from './resources/actionDocument.ts';
import {recordDocument} from './resources/document.ts';
import {historyDocument} from './resources/historyDocument.ts';
import {historyRoutes} from './resources/historyRoutes.ts';
import {partDocuments} from './resources/partDocument.ts';
import {resourceRoutes} from './resources/routes.ts';
import {savedFilterDocument} from './savedFilters/document.ts';
import {savedFilterRoutes} from './savedFilters/routes.ts';
import {sessionDocument} from './sessions/document.ts';
import {sessionRoutes} from './sessions/routes.ts';

/** Who hears of what the engine does to records. */
const hooks: Hooks = {records: {[USERS]: users, [COMPANIES]: companies}, afterAction: tellOf, sends: {convite: inviteAgain}};

/** What some rooms need besides the context. */
export interface Shared {
  tokens: Tokens;
  /** Whether the server is about to end. */
  isEnding: () => boolean;
  /** Of long answers, in which they read the database. */
  turns: Turns;
  /** Rung after calls that may have written. */
  written: WriteBell;
  /** How many may look on at once. */
  staying: number;
}

interface Room {
  /** Registered under `/api`, behind authentication. */
  routes: (context: Context, shared: Shared) => FastifyPluginAsync;
  /** The same calls for the document. */
  document: (config: Config) => Documented;
}

export const rooms: readonly Room[] = [
  {routes: (context, {tokens}) => sessionRoutes(context, tokens), document: sessionDocument},
  {routes: passwordLinkRoutes, document: passwordLinkDocument},
  {routes: savedFilterRoutes, document: savedFilterDocument},
  {routes: goToRoutes, document: goToDocument},
  {routes: noticeRoutes, document: noticeDocument},
  {routes: limitRoutes, document: limitDocument},
  {routes: (context, {isEnding}) => healthRoutes(context, isEnding), document: healthDocument},
  {routes: context => openApiRoutes(context, openApiOf(context.config)), document: openApiDocument},
  {routes: dashboardRoutes, document: dashboardDocument},
  {
    routes: (context, {tokens, turns}) => resourceRoutes({...context, hooks}, tokens, turns),
    document: config => joined([
      ofEach(one => [recordDocument(one), actionsDocument(one), ...partDocuments(one)])(config), fixedListsDocument(config),
    ]),
  },
  {routes: consequenceRoutes, document: ofEach(one => [consequenceDocument(one)])},
  {routes: versionRoutes, document: ofEach(one => [versionDocument(one)])},
  {routes: (context, {turns}) => exportRoutes(context, turns), document: ofEach(one => [exportDocument(one)])},
  {routes: historyRoutes, document: ofEach(one => [historyDocument(one)])},
  {routes: (context, {written, staying}) => eventRoutes(context, written, staying), document: eventDocument},
];

/** The document of all of them (GET openapi.json). */
export const openApiOf = (config: Config): Json => drawDocument(config, rooms.map(room => room.document(config)));
