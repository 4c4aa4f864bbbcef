/** Whoever looks on in this process hears of its own writes at once, instead of at the next look. */
import type {FastifyInstance} from 'fastify';
import {createBell, type WriteBell} from '../bell.ts';

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rings after each call of `app` that may have written, when its transaction is over and before it is answered.
 *
 * @returns the bell, for one that listens
 */
export const ringAfterWrites = (app: FastifyInstance): WriteBell => {
  const bell = createBell();
  app.addHook('onSend', (request, reply, _payload, done) => {
    // What was refused has changed nothing, nor what has nothing to tell; of what failed nobody knows.
    if (!READS.includes(request.method) && reply.statusCode !== 204 && (reply.statusCode < 400 || reply.statusCode >= 500)) bell.ring();
    done();
  });
  return bell;
};
