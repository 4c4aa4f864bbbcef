/** GET eventos (rules: Events 1): what happens to records, told while somebody looks on. */
import type {FastifyPluginAsync} from 'fastify';
import {isPerson} from '../../schema/access.ts';
import {EVENTS} from '../../schema/events.ts';
import type {Context} from '../context.ts';
import {isOut} from '../db/trouble.ts';
import {Refusal} from '../errors.ts';
import {route} from '../http/route.ts';
import {createLive, type Listener} from './live.ts';
import type {WriteBell} from './ring.ts';
import {EVENT_STREAM, openStream} from './stream.ts';

/** Seconds after which a place may be free. */
const WAIT = 60;

const full = (): Refusal => new Refusal(
  400, 'LIMITE', 'Há telas demais abertas agora para se atualizarem sozinhas. Atualize a página quando precisar.', {retryAfter: WAIT},
);

const headers = {
  'content-type': EVENT_STREAM, 'cache-control': 'no-store',
  // Proxies of the kind of nginx gather an answer before they hand it on, unless they are told.
  'x-accel-buffering': 'no',
};

/**
 * @param written rung after calls that may have written
 * @param most who may look on at once
 */
export const eventRoutes = (context: Context, written: WriteBell, most: number): FastifyPluginAsync => async app => {
  const live = createLive(context, {
    most,
    // Of a database that is out whoever watches it tells.
    failed: error => void (isOut(error) || app.log.error({err: error}, 'events are not told')),
  });
  written.onRing(() => live.wake());
  app.addHook('preClose', async () => live.end());
  app.addHook('onClose', () => live.ended());

  route(app, EVENTS, async (request, reply) => {
    // A question for the headers alone.
    if (request.method === 'HEAD') return reply.headers(headers).send('');
    const {actor, tokenVersao, tokenExpires: expires} = request;
    const listener: Listener = {
      id: actor.id, tokenVersao, expires, stream: openStream(), isPerson: isPerson(context.config.profiles[actor.perfil]),
    };
    reply.raw.once('close', () => live.leave(listener));
    if (!(await live.join(listener))) throw full();
    if (reply.raw.destroyed) live.leave(listener);
    return reply.headers(headers).send(listener.stream.readable);
  }, {compress: false});
};
