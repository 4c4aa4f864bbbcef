/** Wake signals: a writer signals after its commit, and a poller runs at once instead of at its next interval. */
import {AsyncLocalStorage} from 'node:async_hooks';
import type {FastifyInstance} from 'fastify';

export interface WakeSignal {
  wake(): void;
}

export const createWakeSignal = (): WakeSignal & {onWake(listener: () => void): void} => {
  const listeners: (() => void)[] = [];
  return {
    wake: () => listeners.forEach(listener => listener()),
    // Bound here, because the listener's work does not belong to the writing request.
    onWake: listener => void listeners.push(AsyncLocalStorage.bind(listener)),
  };
};

/** Given after calls that may have written, so that this process' event streams poll at once. */
export type WriteSignal = ReturnType<typeof createWakeSignal>;

const READS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Wakes listeners after each call of `app` that may have written, after the commit and before the response.
 * Calls with `wakesStreams` are skipped.
 */
export const wakeAfterWrites = (app: FastifyInstance): WriteSignal => {
  const signal = createWakeSignal();
  app.addHook('onSend', (request, reply, _payload, done) => {
    const {method, routeOptions: {config}} = request;
    // Refused calls and answers without content changed nothing; a failed call may have.
    const mayHaveWritten = !READS.includes(method) && reply.statusCode !== 204 && (reply.statusCode < 400 || reply.statusCode >= 500);
    if (mayHaveWritten && config.wakesStreams !== true) signal.wake();
    done();
  });
  return signal;
};
