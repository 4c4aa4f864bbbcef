/** Whoever wrote a mail rings when its transaction is over, and the sender looks at once instead of at its next round. */
import {AsyncLocalStorage} from 'node:async_hooks';
import type {FastifyInstance} from 'fastify';

export interface Bell {
  ring(): void;
}

/** A bell that some may listen to; until somebody does, ringing is for nothing. */
export const createBell = (): Bell & {onRing(listener: () => void): void} => {
  const listeners: (() => void)[] = [];
  return {
    ring: () => listeners.forEach(listener => listener()),
    // What it sets going is no work of the request that rings.
    onRing: heard => void listeners.push(AsyncLocalStorage.bind(heard)),
  };
};

/** Rung after calls that may have written, so that event streams of this process tell of them at once instead of at the next poll. */
export type WriteBell = ReturnType<typeof createBell>;

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rings after each call of `app` that may have written, when its transaction is over and before it is answered; not after one that rings
 * itself.
 *
 * @returns the bell, for one that listens
 */
export const ringAfterWrites = (app: FastifyInstance): WriteBell => {
  const bell = createBell();
  app.addHook('onSend', (request, reply, _payload, done) => {
    const {method, routeOptions: {config}} = request;
    // A refused call has changed nothing, nor has one that answers nothing. After a failure it is not known.
    const mayHaveWritten = !READS.includes(method) && reply.statusCode !== 204 && (reply.statusCode < 400 || reply.statusCode >= 500);
    if (mayHaveWritten && config.ringsItself !== true) bell.ring();
    done();
  });
  return bell;
};
