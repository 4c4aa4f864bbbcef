/**
 * Reserving: a lease is for who hears of it. A caller that has gone gets none; one whose answer was not wholly handed over gives it back
 * uncounted, or, where the call has a key, may ask again for a while.
 */
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {robotsOf} from '../../schema/queue.ts';
import {stillSignedIn} from '../accounts/guard.ts';
import {callKey} from '../calls/idempotency.ts';
import {doneFor} from '../db/signs.ts';
import {changeRecord} from '../db/turns.ts';
import {Refusal} from '../errors.ts';
import {route} from '../http/route.ts';
import {answer, IDEMPOTENCY} from '../openapi/call.ts';
import {tagOf} from '../openapi/described.ts';
import {asJson} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/shapes.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {answerTo} from './answer.ts';
import {claim, KEPT_FOR, type Lease} from './claim.ts';
import {keepUnheard, releaseLease} from './lease.ts';
import type {Line} from './queue.ts';
import {readBody, reservation, reserveBody} from './shapes.ts';
import type {Waiters} from './waiting.ts';
import {spelledWorkflows} from './workflows.ts';

/** Callers of one company that may wait at once. */
const MOST_WAITING = 50;
const CROWDED = 'Robôs demais desta empresa esperam agora. Tente novamente em instantes.';
const SECOND = 1000;

const UNHEARD = 'A resposta não chegou ao robô; não conta como tentativa.';

/** Aborted when the connection closes before the answer was given to it whole. */
const lineLost = ({raw}: FastifyReply): AbortSignal => {
  const lost = new AbortController();
  const end = (): void => lost.abort();
  if (raw.destroyed) end();
  // Given to the system whole: what happens to it from there on nobody hears.
  raw.once('close', end).once('finish', () => raw.off('close', end));
  return lost.signal;
};

const MOST_A_MINUTE = 600;
const MINUTE = 60_000;

/**
 * Any sixty seconds of a robot: each has its own.
 *
 * @returns what counts a call of a robot. @throws (there) Refusal LIMITE above {@link MOST_A_MINUTE}
 */
export const createPace = (now = () => performance.now()): ((idUsuario: number) => void) => {
  /** The instants of their calls, the oldest first. */
  const calls = new Map<number, number[]>();
  return id => {
    const [at, since] = [now(), now() - MINUTE];
    for (const [robot, instants] of calls) if ((instants.at(-1) ?? since) <= since) calls.delete(robot);
    const made = (calls.get(id) ?? []).filter(instant => instant > since);
    calls.set(id, made);
    if (made.length < MOST_A_MINUTE) {
      made.push(at);
      return;
    }
    const sentence = `Este robô reservou mais de ${MOST_A_MINUTE} vezes em um minuto. Use "espera" em vez de perguntar de novo.`;
    throw new Refusal('LIMITE', sentence, {retryAfter: Math.max(1, Math.ceil(((made[0] ?? at) - since) / 1000)), status: 429});
  };
};

interface Reserving {
  lines: readonly Line[];
  waiters: Waiters;
  pace: ReturnType<typeof createPace>;
  /** Waited for when the server ends. */
  later: (work: Promise<unknown>) => void;
}

export const reserveRoute = (app: FastifyInstance, line: Line, {lines, waiters, pace, later}: Reserving): void => {
  const {context, config, name, resource, queue} = line;
  const {db} = context;
  const shape = reserveBody(queue);

  /** Whose answer did not arrive. */
  const takeBack = async (request: FastifyRequest, lease: Lease, chave: string | undefined): Promise<void> => {
    const {id, token} = lease;
    try {
      if (chave !== undefined) return await keepUnheard(line, db, lease, KEPT_FOR);
      await changeRecord(db, name, id, trx => releaseLease(line, trx, request.actor, id, token, UNHEARD));
      waiters.wake();
    } catch (error) {
      // It runs out by itself.
      if (!(error instanceof Refusal)) request.log.error({err: error}, 'a lease was not given back');
    }
  };

  route(app, {
    endpoint: queue.calls.reserve, id: `${name}.fila.reservar`, tag: tagOf(resource),
    summary: 'Reserva para um robô o mais antigo que espera',
    description: 'Só o robô que recebe o `leaseToken` age sobre o registro, até `leaseAte`. Um lease que vence conta como '
      + 'falha de sistema. Com `Idempotency-Key`, a repetição responde o mesmo lease enquanto ele vale; sem ela, o de uma resposta que não '
      + 'chegou é devolvido.',
    may: robotsOf(config), textbook: true, parameters: [IDEMPOTENCY], body: asJson(jsonSchemaOf(shape)),
    answers: {
      200: answer('O lease e o registro.', jsonSchemaOf(reservation(queue.calls.record))),
      204: {description: 'Nada espera, ou só o que foi adiado.'},
    },
  }, async (request, reply) => {
    const {workflows: asked, robo, leaseSegundos, espera} = readBody(shape, request.body);
    // How long it waits is no other question.
    const key = callKey(request, JSON.stringify({workflows: asked, robo, leaseSegundos}));
    const chave = key?.chave;
    const {actor} = request;
    pace(actor.id);
    const workflows = asked && await spelledWorkflows(line, actor, asked);
    const lost = lineLost(reply);
    let body: Values = {};
    const take = (): Promise<Lease | undefined> => db.transaction().execute(async trx => {
      const caller = await stillSignedIn(context, trx, request);
      const lease = await claim(line, lines, trx, caller, {workflows, robo, leaseSegundos, key});
      if (lease !== undefined) body = await answerTo(line, trx, lease);
      // A repetition may have been answered, and have ended, while this call waited for its turn.
      lost.throwIfAborted();
      return lease;
    });
    // Whoever's wait it is that asks for all.
    const attempt = async (): Promise<Lease | undefined> => {
      if (lost.aborted) return undefined;
      return doneFor(request.id, take).catch((error: unknown) => {
        if (error === lost.reason) return undefined;
        throw error;
      });
    };
    const wanted = {line, workflows, idEmpresa: actor.idEmpresa};
    let lease = espera > 0 && waiters.awaits(wanted) ? undefined : await attempt();
    if (lease === undefined && espera > 0 && !lost.aborted) {
      if (waiters.of(actor.idEmpresa) >= MOST_WAITING) {
        throw new Refusal('LIMITE', CROWDED, {retryAfter: espera, status: 429});
      }
      const {tokenVersao, keyHash} = request;
      const waiter = {...wanted, session: {id: actor.id, tokenVersao, keyHash}, chave, attempt};
      lease = await waiters.wait(waiter, espera * SECOND, lost);
    }
    if (lease === undefined) return reply.code(204).send();
    const got = lease;
    const back = (): void => later(takeBack(request, got, chave));
    if (lost.aborted) back();
    else lost.addEventListener('abort', back, {once: true});
    return reply.send(body);
  });
};
