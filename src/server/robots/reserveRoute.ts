/**
 * Route that claims a record. A caller that has disconnected gets no lease.
 * A lease whose answer was not delivered is returned uncounted, or kept for a repetition with the same key.
 */
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {listRobotProfiles} from '../../schema/queue.ts';
import {lockCaller} from '../accounts/authentication.ts';
import {readIdempotencyKey} from '../idempotency.ts';
import {withRequestId} from '../db/statementHints.ts';
import {changeRecord} from '../db/changeRecord.ts';
import {Refusal} from '../errors.ts';
import {addRoute} from '../http/route.ts';
import {answer, IDEMPOTENCY} from '../openapi/call.ts';
import {tagOf} from '../openapi/describedResource.ts';
import {asJson} from '../openapi/json.ts';
import {jsonSchemaOf} from '../openapi/zodSchemas.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {readLeaseAnswer} from './leaseAnswer.ts';
import {claim, UNDELIVERED_LEASE_SECONDS, type Lease} from './claim.ts';
import {keepUndeliveredLease, releaseLease} from './lease.ts';
import type {RobotQueue} from './robotQueue.ts';
import {parseBody, reservation, reserveBody} from './callShapes.ts';
import type {Waiters} from './waiters.ts';
import {resolveWorkflows} from './workflows.ts';

const MAX_WAITING = 50;
const TOO_MANY_WAITING = 'Robôs demais desta empresa esperam agora. Tente novamente em instantes.';
const SECOND_MS = 1000;

const UNDELIVERED = 'A resposta não chegou ao robô; não conta como tentativa.';

/** Signal that aborts when the connection closes before the whole answer was handed over. */
const connectionLost = ({raw}: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (raw.destroyed) abort();
  // Handed to the operating system; later losses are not observable.
  raw.once('close', abort).once('finish', () => raw.off('close', abort));
  return controller.signal;
};

const MAX_CLAIMS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

/**
 * Limits a robot's claims in any sixty seconds.
 *
 * @returns counts a claim of a robot. @throws (there) Refusal LIMITE above {@link MAX_CLAIMS_PER_MINUTE}
 */
export const createClaimRateLimit = (now = () => performance.now()): ((idUsuario: number) => void) => {
  const callTimes = new Map<number, number[]>();
  return id => {
    const [time, since] = [now(), now() - MINUTE_MS];
    for (const [robot, instants] of callTimes) if ((instants.at(-1) ?? since) <= since) callTimes.delete(robot);
    const recent = (callTimes.get(id) ?? []).filter(instant => instant > since);
    callTimes.set(id, recent);
    if (recent.length < MAX_CLAIMS_PER_MINUTE) {
      recent.push(time);
      return;
    }
    const sentence = `Este robô reservou mais de ${MAX_CLAIMS_PER_MINUTE} vezes em um minuto. Use "espera" em vez de perguntar de novo.`;
    throw new Refusal('LIMITE', sentence, {retryAfter: Math.max(1, Math.ceil(((recent[0] ?? time) - since) / 1000)), status: 429});
  };
};

interface ClaimDependencies {
  lines: readonly RobotQueue[];
  waiters: Waiters;
  pace: ReturnType<typeof createClaimRateLimit>;
  /** Keeps a promise that the server awaits on shutdown. */
  later: (work: Promise<unknown>) => void;
}

export const reserveRoute = (app: FastifyInstance, line: RobotQueue, {lines, waiters, pace, later}: ClaimDependencies): void => {
  const {context, config, name, resource, queue} = line;
  const {db} = context;
  const shape = reserveBody(queue);

  const returnLease = async (request: FastifyRequest, lease: Lease, chave: string | undefined): Promise<void> => {
    const {id, token} = lease;
    try {
      if (chave !== undefined) return await keepUndeliveredLease(line, db, lease, UNDELIVERED_LEASE_SECONDS);
      await changeRecord(db, name, id, trx => releaseLease(line, trx, request.actor, id, token, UNDELIVERED));
      waiters.wake();
    } catch (error) {
      if (!(error instanceof Refusal)) request.log.error({err: error}, 'a lease was not given back');
    }
  };

  addRoute(app, {
    endpoint: queue.calls.reserve, id: `${name}.fila.reservar`, tag: tagOf(resource),
    summary: 'Reserva para um robô o mais antigo que espera',
    description: 'Só o robô que recebe o `leaseToken` age sobre o registro, até `leaseAte`. Um lease que vence conta como '
      + 'falha de sistema. Com `Idempotency-Key`, a repetição responde o mesmo lease enquanto ele vale; sem ela, o de uma resposta que não '
      + 'chegou é devolvido.',
    allowedProfiles: listRobotProfiles(config), usesStandardStatuses: true, parameters: [IDEMPOTENCY], body: asJson(jsonSchemaOf(shape)),
    answers: {
      200: answer('O lease e o registro.', jsonSchemaOf(reservation(queue.calls.record))),
      204: {description: 'Nada espera, ou só o que foi adiado.'},
    },
  }, async (request, reply) => {
    const {workflows: requested, robo, leaseSegundos, espera} = parseBody(shape, request.body);
    // The waiting time is not part of the question.
    const key = readIdempotencyKey(request, JSON.stringify({workflows: requested, robo, leaseSegundos}));
    const chave = key?.chave;
    const {actor} = request;
    pace(actor.id);
    const workflows = requested && await resolveWorkflows(line, actor, requested);
    const disconnected = connectionLost(reply);
    let body: RecordValues = {};
    const claimLease = (): Promise<Lease | undefined> => db.transaction().execute(async trx => {
      const caller = await lockCaller(context, trx, request);
      const lease = await claim(line, lines, trx, caller, {workflows, robo, leaseSegundos, key});
      if (lease !== undefined) body = await readLeaseAnswer(line, trx, lease);
      // While this call waited for its lock, a repetition may have been answered, and have ended.
      disconnected.throwIfAborted();
      return lease;
    });
    // A waiter's attempt may run in another request's context, so the request id is set here.
    const attempt = async (): Promise<Lease | undefined> => {
      if (disconnected.aborted) return undefined;
      return withRequestId(request.id, claimLease).catch((error: unknown) => {
        if (error === disconnected.reason) return undefined;
        throw error;
      });
    };
    const wanted = {line, workflows, idEmpresa: actor.idEmpresa};
    let lease = espera > 0 && waiters.hasWaiterFor(wanted) ? undefined : await attempt();
    if (lease === undefined && espera > 0 && !disconnected.aborted) {
      if (waiters.countOf(actor.idEmpresa) >= MAX_WAITING) {
        throw new Refusal('LIMITE', TOO_MANY_WAITING, {retryAfter: espera, status: 429});
      }
      const {tokenVersao, keyHash} = request;
      const waiter = {...wanted, session: {id: actor.id, tokenVersao, keyHash}, chave, attempt};
      lease = await waiters.wait(waiter, espera * SECOND_MS, disconnected);
    }
    if (lease === undefined) return reply.code(204).send();
    const claimed = lease;
    const returnClaimed = (): void => later(returnLease(request, claimed, chave));
    if (disconnected.aborted) returnClaimed();
    else disconnected.addEventListener('abort', returnClaimed, {once: true});
    return reply.send(body);
  });
};
