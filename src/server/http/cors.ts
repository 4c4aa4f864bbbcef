/** Browsers on other origins: only those of CORS_ORIGINS, otherwise no header at all. */
import type {FastifyInstance} from 'fastify';

const HOUR = 3600;
/** What a stock react-admin client and ours read beyond the simple headers. */
const EXPOSED = 'Content-Range, X-Total-Count, Location, Content-Disposition, Retry-After';

export const addCors = (app: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const {origin} = request.headers;
    void reply.header('vary', 'Origin');
    if (origin === undefined || !origins.includes(origin)) return;
    void reply.headers({
      'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, 'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS') return;
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': 'Authorization, Content-Type, If-Match, Idempotency-Key, Prefer, Range, X-Lease-Token',
        'access-control-max-age': String(HOUR),
      })
      .send();
  });
};
