/** The server without a socket: everything between a request and its answer. */
import {randomUUID} from 'node:crypto';
import fastifyCompress from '@fastify/compress';
import Fastify, {type FastifyInstance} from 'fastify';
import {constants} from 'node:zlib';
import type {Context} from './context.ts';
import {notFound} from './errors.ts';
import {exportRoutes} from './export/routes.ts';
import {historyRoutes} from './history/routes.ts';
import {trustedProxies} from './http/caller.ts';
import {addCors} from './http/cors.ts';
import {addSecurityHeaders} from './http/headers.ts';
import {healthRoutes} from './http/health.ts';
import {addJson} from './http/json.ts';
import {servePortal} from './http/portal.ts';
import {answerError, type RefusalBody} from './http/refusals.ts';
import {openApiRoutes} from './openapi/routes.ts';
import {resourceRoutes} from './resources/routes.ts';
import {savedFilterRoutes} from './savedFilters/routes.ts';
import {addGuard} from './sessions/guard.ts';
import {signingKey} from './sessions/key.ts';
import {sessionRoutes} from './sessions/routes.ts';
import {createTokens} from './sessions/tokens.ts';
import {ticketRoutes} from './tickets/routes.ts';

const SECOND = 1000;
const MIB = 1024 * 1024;
const API = '/api';

export interface AppOptions {
  /** The built portal; absent: the API alone. */
  portalDir?: string | undefined;
  logger?: boolean | undefined;
}

/**
 * Builds the server: the API under `/api`, the portal everywhere else.
 *
 * @returns an instance ready for `inject` or `listen`; closing it leaves `context.db` open
 */
export const buildApp = async (context: Context, {portalDir, logger = false}: AppOptions = {}): Promise<FastifyInstance> => {
  const tokens = createTokens(await signingKey(context.env));
  const app = Fastify({
    logger: logger && {redact: ['req.headers.authorization'], level: 'warn'},
    genReqId: () => `req-${randomUUID()}`,
    // §7 mixes cases and slashes at the end; one route answers them all.
    routerOptions: {caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200},
    bodyLimit: MIB,
    // A whole upload on a slow line, while a connection that only opens is cut early.
    requestTimeout: 300 * SECOND,
    http: {headersTimeout: 15 * SECOND, connectionsCheckingInterval: 5 * SECOND},
    trustProxy: trustedProxies(context.env.TRUST_PROXY),
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
      const body = JSON.stringify({message: 'Requisição inválida.', codigo: 'VALIDACAO', campos: [], id: `req-${randomUUID()}`} satisfies RefusalBody);
      socket.end(`HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
    },
  });
  app.server.maxConnections = 5000;
  app.setErrorHandler(answerError);
  addSecurityHeaders(app, context.env);
  // Quick rather than small: the level that brotli starts with takes seconds of a core.
  await app.register(fastifyCompress, {threshold: 1024, encodings: ['br', 'gzip'], brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}}});

  await app.register(api(context, tokens), {prefix: API});

  const sendPage = portalDir === undefined ? undefined : await servePortal(app, portalDir);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.toLowerCase().split('?');
    // An address of the portal is a path without a file name; everything else is missing.
    const isPage = request.method === 'GET' && path !== API && !path.startsWith(`${API}/`) && !/\.\w+$/.test(path);
    if (sendPage !== undefined && isPage) return sendPage(reply);
    throw notFound();
  });
  return app;
};

const api = (context: Context, tokens: ReturnType<typeof createTokens>) => async (app: FastifyInstance): Promise<void> => {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  addCors(app, context.env.CORS_ORIGINS);
  addJson(app);
  addGuard(app, context, tokens);
  await app.register(healthRoutes(context));
  await app.register(sessionRoutes(context, tokens));
  await app.register(resourceRoutes(context, tokens));
  await app.register(ticketRoutes(context));
  for (const routes of [exportRoutes, historyRoutes, savedFilterRoutes, openApiRoutes]) await app.register(routes(context));
};
