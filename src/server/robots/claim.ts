/**
 * Claims the oldest free record for a robot. The statement that finds it also leases it and counts the attempt. Expired leases are taken
 * too, so that no sweep has to run before.
 */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {formatAttempt, maxAttemptsOf} from '../../schema/queue.ts';
import {checkSameRequest, storeRequestHash, type IdempotencyKey} from '../idempotency.ts';
import type {Actor} from '../context.ts';
import {andPredicates} from '../db/conditions/fieldPredicates.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import {Refusal} from '../errors.ts';
import {readRecord} from '../engine/readRecord.ts';
import {rowInScopePredicate} from '../rowScope/scope.ts';
import {expireLease, expiredLeaseJson, wasLastAttempt, type ExpiredLease} from './expiredLeases.ts';
import {
  attemptBudget, isWaitingOrWorking, isClaimable, isInWorkingStatus, moveRecord, queueEntriesWithRecords, withoutBraces, secondsInterval,
  workflowValue,
  type RobotQueue,
} from './robotQueue.ts';
import {matchesWorkflow, workflowTemplate} from './workflows.ts';

/** Maximum of leases per robot, over all queues. */
export const MAX_LEASES = 5;
const RETRY_AFTER_SECONDS = 10;
/** Seconds for which an undelivered lease is kept for a repeated call. */
export const UNDELIVERED_LEASE_SECONDS = 30;
/** Advisory lock namespace of claims, with a lock per robot because its leases are counted. */
export const CLAIMS_LOCK = 8_112_029;

export interface ClaimRequest {
  /** Result of {@link resolveWorkflows}; undefined: any. */
  workflows: readonly string[] | undefined;
  robo: string;
  leaseSegundos: number;
  /** Idempotency key of the call. */
  key: IdempotencyKey | undefined;
}

export interface Lease {
  id: number;
  tentativa: number;
  token: string;
  ate: Date;
  limite: Date;
  segundos: number;
  workflow: string;
  /** The record in its read form. */
  body: Record<string, unknown>;
}
type Row = Omit<Lease, 'body'>;

const leaseColumns = sql`f.id_registro as id, f.tentativas as tentativa, f.token::text as token, f.ate, f.limite,
  greatest(floor(extract(epoch from f.ate - now())), 0)::integer as segundos`;

/** Finds the lease of an earlier call with the same key, whose answer may be lost. */
const findRepeatedLease = async (
  line: RobotQueue, trx: Transaction<Tables>, actor: Actor, {key, leaseSegundos}: ClaimRequest,
): Promise<Row | undefined> => {
  if (key === undefined) return undefined;
  const {rows: [row]} = await sql<Row>`
    update ${sql.table(line.table)} as f set entregue = true, ate = least(now() + ${secondsInterval(leaseSegundos)}, f.limite)
    from ${sql.table(tableOf(line.name))} as t
    where t.id = f.id_registro and f.id_usuario = ${actor.id} and f.chave = ${key.chave} and f.resultado is null and f.ate > now()
    returning ${leaseColumns}, ${workflowValue(line)} as workflow`.execute(trx);
  return row;
};

type ClaimedRow = Row & {isWorked: boolean; isLast: boolean; lost: ExpiredLease};

/** Leases the oldest record. A record whose last attempt expired leaves the queue, and the caller ignores its other columns. */
const leaseOldest = async (
  line: RobotQueue, trx: Transaction<Tables>, actor: Actor, request: ClaimRequest,
): Promise<ClaimedRow | undefined> => {
  const {config, name, table} = line;
  const {workflows, robo, leaseSegundos, key} = request;
  const workflow = workflowValue(line);
  const where = andPredicates([
    isWaitingOrWorking(line), isClaimable(line), rowInScopePredicate({config}, name, actor, 't'),
    ...(workflows === undefined ? []
      : [workflowTemplate(line) === undefined ? matchesWorkflow(workflow, workflows) : sql<boolean>`${workflow} = any(${workflows})`]),
  ]);
  const {rows: [row]} = await sql<ClaimedRow>`
    with achado as (
      select f.id, ${isInWorkingStatus(line)} as "isWorked",
        ${isInWorkingStatus(line)} and ${wasLastAttempt(line)} as "isLast", ${workflow} as workflow,
        now() + make_interval(secs => ${attemptBudget(line)}) as limite, ${expiredLeaseJson(line)} as lost
      from ${queueEntriesWithRecords(line)} left join usuarios as u on u.id = f.id_usuario
      where ${where} order by f.desde, f.id limit 1 for update of f, t skip locked
    )
    update ${sql.table(table)} as f set
      tentativas = f.tentativas + case when a."isLast" or a."isWorked" and not f.entregue then 0 else 1 end,
      resultado = case when a."isLast" then 'FALHOU' end, ate = least(now() + ${secondsInterval(leaseSegundos)}, a.limite),
        limite = a.limite,
      token = gen_random_uuid(), id_usuario = ${actor.id}::integer, robo = ${robo}, chave = ${key?.chave ?? null}, inicio = now(),
      progresso = '', porcento = null, progresso_em = null, entregue = true
    from achado as a where f.id = a.id
    returning ${leaseColumns}, a.workflow, a."isWorked", a."isLast", a.lost`.execute(trx);
  return row;
};

/** Query of a robot's current leases, over all queues: `recurso`, `chave`. */
export const leasesOf = (lines: readonly RobotQueue[], robot: RawBuilder<number>): RawBuilder<unknown> => {
  const queries = lines.map(({name, table}) => sql`
    select ${name}::text as recurso, chave from ${sql.table(table)} where id_usuario = ${robot} and resultado is null and ate > now()`);
  return sql.join(queries, sql` union all `);
};

/** @throws Refusal LIMITE for a robot at its lease limit */
const checkLeaseLimit = async (lines: readonly RobotQueue[], trx: Transaction<Tables>, {id}: Actor): Promise<void> => {
  const {rows: [row]} = await sql<{n: number}>`
    select count(*)::integer as n from (${leasesOf(lines, sql`${id}::integer`)}) as l`.execute(trx);
  if ((row?.n ?? 0) < MAX_LEASES) return;
  const sentence = `Este robô já tem ${MAX_LEASES} leases. Conclua, falhe ou libere um antes de reservar outro.`;
  throw new Refusal('LIMITE', sentence, {retryAfter: RETRY_AFTER_SECONDS, status: 429});
};

/**
 * Leases the oldest record in the robot's scope. A repeated key returns the earlier call's lease while it is valid.
 *
 * @param lines all queues, because a robot's leases are counted over all of them
 * @returns undefined where no record is claimable
 * @throws Refusal 429 above {@link MAX_LEASES}, CONFLITO for a key that was used for another request
 */
export const claim = async (
  line: RobotQueue, lines: readonly RobotQueue[], trx: Transaction<Tables>, actor: Actor, request: ClaimRequest,
): Promise<Lease | undefined> => {
  // Locked before the repetition lookup, so that of two calls with one key the second finds the first one's lease.
  await sql`select pg_advisory_xact_lock(${CLAIMS_LOCK}::integer, ${actor.id}::integer)`.execute(trx);
  const {key} = request;
  if (key !== undefined) await checkSameRequest(trx, key);
  const repeated = await findRepeatedLease(line, trx, actor, request);
  if (repeated !== undefined) return {...repeated, body: await readRecord(line.context, trx, line.name, actor, repeated.id)};
  await checkLeaseLimit(lines, trx, actor);
  for (;;) {
    const claimed = await leaseOldest(line, trx, actor, request);
    if (claimed === undefined) return undefined;
    const {isWorked: isLost, isLast, lost, ...row} = claimed;
    if (isLost) await expireLease(line, trx, lost, isLast, actor);
    if (isLast) continue;
    const {body} = await moveRecord(line, trx, actor, row.id, {
      move: 'reservar', places: ['waiting', 'working'],
      actionOptions: {success: `${formatAttempt(row.tentativa, maxAttemptsOf(line), withoutBraces(request.robo))}.`},
      attempt: {tentativa: row.tentativa, robo: request.robo},
    });
    if (key !== undefined) await storeRequestHash(trx, key);
    return {...row, body};
  }
};
