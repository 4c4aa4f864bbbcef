import {createHash, randomBytes} from 'node:crypto';
import fastifyCors from '@fastify/cors';
import type {FastifyInstance} from 'fastify';
import {INCOMPLETE_HEADER} from '../../schema/lifeCycle/incomplete.ts';
import {UNSEARCHED_HEADER} from '../../schema/lists/goTo.ts';
import {STALE_SESSION_HEADER} from '../../schema/accountCalls.ts';
import type {Env} from '../env.ts';

const YEAR_SECONDS = 31_536_000;

const foreignOrigin = (apiUrl: string): string => (apiUrl.startsWith('/') ? '' : ` ${new URL(apiUrl).origin}`);

/** CSP sources of a page's inline scripts, by hash, so that no other inline script runs. */
export const inlineScriptSources = (page: string): string[] =>
  [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);

/** CSP of a page: runtime styles carry `nonce`; scripts are files or hashed; requests go to its API, on any origin. */
export const pagePolicy = (nonce: string, apiUrl: string, scripts: readonly string[]): string =>
  [
    "default-src 'self'", ["script-src 'self'", ...scripts].join(' '), `style-src 'self' 'nonce-${nonce}'`, "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${foreignOrigin(apiUrl)}`, "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
  ].join('; ');

export const createNonce = (): string => randomBytes(16).toString('base64');

/** Default CSP: API answers are data, never a page. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Recognises a worker script by its package's file name, compressed or not. */
export const isWorkerScript = (path: string): boolean => /\.worker\.[^/]*$/.test(path);

/** CSP of workers, which have only their own: they compute, without any network access. */
export const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'";

export const securityHeaders = ({PUBLIC_URL}: Pick<Env, 'PUBLIC_URL'>): Readonly<Record<string, string>> => ({
  'content-security-policy': DATA_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  ...(PUBLIC_URL.startsWith('https:') ? {'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`} : {}),
});

/** Adds the default headers and the request id to every answer; a route's own headers win. */
export const addSecurityHeaders = (app: FastifyInstance, env: Pick<Env, 'PUBLIC_URL'>): void => {
  const defaultHeaders = securityHeaders(env);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (reply.hasHeader('access-control-allow-origin')) reply.header('cross-origin-resource-policy', 'cross-origin');
    // Because a password reset token is part of an address. The portal's page sets its own policy (index.html).
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) reply.header('referrer-policy', 'no-referrer');
    for (const [name, value] of Object.entries(defaultHeaders)) if (!reply.hasHeader(name)) reply.header(name, value);
  });
};

const PREFLIGHT_SECONDS = 3600;

export const addCors = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    // A function, because with a list an unlisted origin would still be sent the allowed methods and headers.
    origin: (origin, callback) => callback(null, origin !== undefined && origins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Prefer', 'Range', 'X-Lease-Token'],
    // Headers that a stock react-admin client and ours read besides the safelisted ones.
    exposedHeaders: [
      'Content-Range', 'X-Total-Count', 'Location', 'Content-Disposition', 'Retry-After', 'Preference-Applied', 'X-Request-Id', 'Date',
      INCOMPLETE_HEADER, UNSEARCHED_HEADER, STALE_SESSION_HEADER,
    ],
    maxAge: PREFLIGHT_SECONDS, strictPreflight: false,
  });
};
