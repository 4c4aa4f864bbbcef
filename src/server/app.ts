/** The server without a socket: everything between a request and its answer. */
import fastifyCompress from '@fastify/compress';
import Fastify, {type FastifyInstance} from 'fastify';
import {constants} from 'node:zlib';
import {addGuard} from './accounts/guard.ts';
import {signingKey} from './accounts/key.ts';
import {createTokens} from './accounts/tokens.ts';
import type {Context} from './context.ts';
import {notFound} from './errors.ts';
import {ringAfterWrites} from './bell.ts';
import {tellFailure} from './files/store.ts';
import {answerError, nameRequest} from './http/refusals.ts';
import {tellUnbelieved, trustedProxies} from './http/caller.ts';
import {addCors, addSecurityHeaders, securityHeaders} from './http/headers.ts';
import {createDoor, DOOR, type Door, type DoorLimits} from './http/door.ts';
import {addJson} from './http/json.ts';
import {logOptions} from './http/log.ts';
import {servePortal} from './http/portal.ts';
import {createReadTurns} from './lists/portions.ts';
import {addRooms} from './rooms.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const PUBLIC_BODY = 16 * KIB;
/** Answers from this size on are compressed: of a smaller one the work is half of all that the call costs. */
const COMPRESSED_FROM = 4 * KIB;
/** Up to this size in one go: what a stream needs beside costs more than it spares whoever waits. */
const COMPRESSED_AT_ONCE = 64 * KIB;
const API = '/api';

/** Bodies and answers are judged by the config; what would compile schemas for them is a tenth of all that a start loads. */
const noSchemas = () => (): never => {
  throw new TypeError('a route has a schema');
};
const NO_SCHEMAS = {compilersFactory: {buildValidator: noSchemas, buildSerializer: noSchemas}};

export interface AppOptions {
  /** The built portal; absent: the API alone. */
  portalDir?: string | undefined;
  /** Whether there is a log; where it goes when not to standard output. */
  logger?: boolean | {write(line: string): void} | undefined;
  /** Where they differ from the usual ones. */
  door?: Partial<DoorLimits> | undefined;
  /** Looks on at every call; before there are routes. */
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
  const tokens = createTokens(await signingKey(context.env));
  const door = createDoor({...DOOR, ...limits});
  const app = Fastify({
    ...door.options,
    logger: logger !== false && logOptions(logger === true ? undefined : logger),
    genReqId: nameRequest(context.env.TRUST_PROXY !== undefined),
    // Calls come in both cases, with and without a slash at the end; one route answers them all (rules: Calls 2).
    routerOptions: {caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 200},
    bodyLimit: MIB,
    schemaController: NO_SCHEMAS,
    trustProxy: trustedProxies(context.env.TRUST_PROXY),
    // No hook comes by here.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(securityHeaders(context.env))),
  });
  door.watch(app);
  watch?.(app);
  app.setErrorHandler((error, request, reply) => answerError(tellFailure(context.config, error), request, reply));
  addSecurityHeaders(app, context.env);
  tellUnbelieved(app);
  // Quick rather than small: the level that brotli starts with takes seconds of a core.
  await app.register(fastifyCompress, {
    globalDecompression: false, threshold: COMPRESSED_FROM, syncThreshold: COMPRESSED_AT_ONCE,
    encodings: ['br', 'gzip'], brotliOptions: {params: {[constants.BROTLI_PARAM_QUALITY]: 4}},
  });

  await app.register(api(context, tokens, door), {prefix: API});

  const sendPage = portalDir === undefined ? undefined : await servePortal(app, portalDir, context);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.toLowerCase().split('?');
    // An address of the portal is a path without a file name; everything else is missing.
    const isPage = ['GET', 'HEAD'].includes(request.method) && path !== API && !path.startsWith(`${API}/`) && !/\.\w+$/.test(path);
    if (sendPage !== undefined && isPage) return sendPage(path, reply);
    throw notFound();
  });
  return app;
};

const api = (context: Context, tokens: ReturnType<typeof createTokens>, door: Door) => async (app: FastifyInstance): Promise<void> => {
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  // Whoever has not signed in gets little of the memory.
  app.addHook('onRoute', route => {
    if (route.config?.public === true) route.bodyLimit ??= PUBLIC_BODY;
  });
  await addCors(app, context.env.CORS_ORIGINS);
  door.refuseWhenEnding(app);
  addJson(app);
  addGuard(app, context, tokens);
  await addRooms(app, context, {
    tokens, takesCalls: door.takesCalls, turns: createReadTurns(), written: ringAfterWrites(app), staying: door.staying,
  });
};
