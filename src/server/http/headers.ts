/** Security headers of every answer. */
import {createHash, randomBytes} from 'node:crypto';
import fastifyCors from '@fastify/cors';
import type {FastifyInstance} from 'fastify';
import {INCOMPLETE_HEADER} from '../../schema/lifeCycle/incomplete.ts';
import {UNSEARCHED_HEADER} from '../../schema/lists/goTo.ts';
import {STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import type {Env} from '../env.ts';

const YEAR = 31_536_000;

/** The origin of an API that is not the page's own. */
const originOf = (apiUrl: string): string => (apiUrl.startsWith('/') ? '' : ` ${new URL(apiUrl).origin}`);

/** The scripts that stand in a page itself, as its policy names them: by their hash, so that no other may run. */
export const ownScripts = (page: string): string[] =>
  [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** For one page: its styles made while running carry `nonce`; scripts are files or its own; it speaks to its own API, wherever that is. */
export const pagePolicy = (nonce: string, apiUrl: string, scripts: readonly string[]): string =>
  [
    "default-src 'self'", ["script-src 'self'", ...scripts].join(' '), `style-src 'self' 'nonce-${nonce}'`, "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${originOf(apiUrl)}`, "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
  ].join('; ');

export const newNonce = (): string => randomBytes(16).toString('base64');

/** What no answer needs: it is data, never a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A script that runs as a worker, by the name its package gives it; compressed or not. */
export const isWorker = (path: string): boolean => /\.worker\.[^/]*$/.test(path);

/** For a worker, which has no policy but the one it comes with: it computes, and reaches nothing at all. */
export const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'";

/** Of every answer that says nothing else. */
export const securityHeaders = ({PUBLIC_URL}: Pick<Env, 'PUBLIC_URL'>): Readonly<Record<string, string>> => ({
  'content-security-policy': DATA_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(PUBLIC_URL.startsWith('https:') ? {'strict-transport-security': `max-age=${YEAR}; includeSubDomains`} : {}),
});

/** Puts the headers on every answer, with the request's name in the log; what a route set itself stays. */
export const addSecurityHeaders = (app: FastifyInstance, env: Pick<Env, 'PUBLIC_URL'>): void => {
  const always = securityHeaders(env);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (reply.hasHeader('access-control-allow-origin')) reply.header('cross-origin-resource-policy', 'cross-origin');
    // A reset link's token stands in an address. The portal's page says so itself (index.html).
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) reply.header('referrer-policy', 'no-referrer');
    for (const [name, value] of Object.entries(always)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
};

/** Browsers on other origins: only those of CORS_ORIGINS, otherwise no header at all. */
const HOUR = 3600;

export const addCors = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    // By the origin itself: of a list one that is not in it would hear of the methods and headers all the same.
    origin: (origin, told) => told(null, origin !== undefined && origins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Prefer', 'Range', 'X-Lease-Token'],
    // What a stock react-admin client and ours read beyond the simple headers.
    exposedHeaders: [
      'Content-Range', 'X-Total-Count', 'Location', 'Content-Disposition', 'Retry-After', 'Preference-Applied', 'X-Request-Id', 'Date',
      INCOMPLETE_HEADER, UNSEARCHED_HEADER, STALE_SESSION_HEADER,
    ],
    maxAge: HOUR, strictPreflight: false,
  });
};
