/** Builds the server without a socket. */
import fastifyCompress from '@fastify/compress';
import Fastify, {type FastifyInstance} from 'fastify';
import {constants} from 'node:zlib';
import {addAuthentication} from './accounts/authentication.ts';
import {loadSigningKey} from './accounts/signingKey.ts';
import {createTokens} from './accounts/tokens.ts';
import type {Context} from './context.ts';
import {notFound} from './errors.ts';
import {wakeAfterWrites} from './wakeSignal.ts';
import {storeFailureToRefusal} from './files/attachmentStore.ts';
import {answerError, requestIdGenerator} from './http/refusals.ts';
import {warnUntrustedForwarding, trustedProxies} from './http/callerAddress.ts';
import {addCors, addSecurityHeaders, securityHeaders} from './http/headers.ts';
import {
  createConnectionLimiter, DEFAULT_CONNECTION_LIMITS, type ConnectionLimiter, type ConnectionLimits,
} from './http/connectionLimits.ts';
import {addJsonParser} from './http/json.ts';
import {logOptions} from './http/log.ts';
import {servePortal} from './http/portal.ts';
import {createBatchQueue} from './lists/batches.ts';
import {registerRoutes} from './registerRoutes.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const PUBLIC_BODY_LIMIT = 16 * KIB;
/** Smaller answers stay uncompressed, because compression would be half of the call's cost. */
const COMPRESSION_THRESHOLD = 4 * KIB;
/** Up to this size compression is synchronous, because a stream costs more than it saves. */
const SYNC_COMPRESSION_LIMIT = 64 * KIB;
const API = '/api';

/** Replaces Fastify's schema compilers, because the config validates and they are a tenth of the modules loaded at start. */
const refuseSchemas = () => (): never => {
  throw new TypeError('a route has a schema');
};
const NO_SCHEMAS = {compilersFactory: {buildValidator: refuseSchemas, buildSerializer: refuseSchemas}};

export interface AppOptions {
  portalDir?: string | undefined;
  /** Enables the log, with its destination where it is not standard output. */
  logger?: boolean | {write(line: string): void} | undefined;
  door?: Partial<ConnectionLimits> | undefined;
  /** Observes every call; runs before routes are added. */
  watch?: ((app: FastifyInstance) => void) | undefined;
}

/**
 * Builds the server: the API under `/api`, the portal everywhere else.
 *
 * @returns an instance ready for `inject` or `listen`; closing it leaves `context.db` open
 */
export const buildApp = async (
  context: Context, {portalDir, logger = false, door: limits, watch}: AppOptions = {},
): Promise<FastifyInstance> => {
  const tokens = createTokens(await loadSigningKey(context.env));
  const door = createConnectionLimiter({...DEFAULT_CONNECTION_LIMITS, ...limits});
  const app = Fastify({
    ...door.options,
    logger: logger !== false && logOptions(logger === true ? undefined : logger),
    genReqId: requestIdGenerator(context.env.TRUST_PROXY !== undefined),
    // A route answers both cases, with and without a trailing slash (rules: Calls 2).
    routerOptions: {caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200},
    bodyLimit: MIB,
    schemaController: NO_SCHEMAS,
    trustProxy: trustedProxies(context.env.TRUST_PROXY),
    // Hooks do not run for these errors.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(securityHeaders(context.env))),
  });
  door.enforce(app);
  watch?.(app);
  app.setErrorHandler((error, request, reply) => answerError(storeFailureToRefusal(context.config, error), request, reply));
  addSecurityHeaders(app, context.env);
  warnUntrustedForwarding(app);
  // A fast level, because brotli's default takes seconds of a core.
  await app.register(fastifyCompress, {
    globalDecompression: false, threshold: COMPRESSION_THRESHOLD, syncThreshold: SYNC_COMPRESSION_LIMIT,
    encodings: ['br', 'gzip'], brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}},
  });

  await app.register(api(context, tokens, door), {prefix: API});

  const sendPage = portalDir === undefined ? undefined : await servePortal(app, portalDir, context);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.toLowerCase().split('?');
    // Paths without a file extension belong to the portal; all others are missing.
    const isPage = ['GET', 'HEAD'].includes(request.method) && path !== API && !path.startsWith(`${API}/`) && !/\.\w+$/.test(path);
    if (sendPage !== undefined && isPage) return sendPage(path, reply);
    throw notFound();
  });
  return app;
};

const api = (context: Context, tokens: ReturnType<typeof createTokens>, door: ConnectionLimiter) =>
  async (app: FastifyInstance): Promise<void> => {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onRoute', route => {
    if (route.config?.public === true) route.bodyLimit ??= PUBLIC_BODY_LIMIT;
  });
  await addCors(app, context.env.CORS_ORIGINS);
  door.refuseDuringShutdown(app);
  addJsonParser(app);
  addAuthentication(app, context, tokens);
  await registerRoutes(app, context, {
    tokens, takesCalls: door.isReady, turns: createBatchQueue(), writeSignal: wakeAfterWrites(app), maxStreams: door.maxStreams,
  });
};
