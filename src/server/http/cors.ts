/** Browsers on other origins: only those of CORS_ORIGINS, otherwise no header at all. */
import fastifyCors from '@fastify/cors';
import type {FastifyInstance} from 'fastify';

const HOUR = 3600;

export const addCors = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    // By the origin itself: of a list one that is not in it would hear of the methods and headers all the same.
    origin: (origin, told) => told(null, origin !== undefined && origins.includes(origin) ? origin : false),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Prefer', 'Range', 'X-Lease-Token'],
    // What a stock react-admin client and ours read beyond the simple headers.
    exposedHeaders: ['Content-Range', 'X-Total-Count', 'Location', 'Content-Disposition', 'Retry-After'],
    maxAge: HOUR, strictPreflight: false,
  });
};
