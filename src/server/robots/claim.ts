/**
 * Claims: the oldest record that nobody has, for one robot. The statement that finds it leases it, counts the attempt, and takes leases
 * that have run out as well: nothing else has to run for a record to go on.
 */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import {formatAttempt, maxAttemptsOf} from '../../schema/queue.ts';
import {checkSameRequest, storeRequestHash, type IdempotencyKey} from '../calls/idempotency.ts';
import type {Actor} from '../context.ts';
import {allOf} from '../db/conditions/fieldPredicates.ts';
import {tableOf} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import {Refusal} from '../errors.ts';
import {readRecord} from '../engine/readRecord.ts';
import {rowInScopePredicate} from '../reach/scope.ts';
import {expireLease, lostLeaseJson, wasLastAttempt, type LostLease} from './expiredLeases.ts';
import {
  attemptBudget, isQueued, isClaimable, isBeingWorked, moveRecord, queuePlaces, withoutBraces, secondsInterval, workflowValue,
  type RobotQueue,
} from './robotQueue.ts';
import {matchesWorkflow, workflowTemplate} from './workflows.ts';

/** Leases that one robot may have at once, over all queues. */
export const MOST_LEASES = 5;
/** Seconds after which one may have ended. */
const LEASES_WAIT = 10;
/** How long a lease whose answer was lost is kept for its repetition. */
export const KEPT_FOR = 30;
/** The locks of claims, one a robot: its leases are counted one claim after the other. */
export const CLAIMS = 8_112_029;

/** What a robot asks for. */
export interface Asked {
  /** As {@link resolveWorkflows} answers; undefined: whatever there is. */
  workflows: readonly string[] | undefined;
  /** The machine. */
  robo: string;
  leaseSegundos: number;
  /** The call's own key, if it has one, with what it asks. */
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
  /** The record, as the robot reads it. */
  body: Record<string, unknown>;
}
type Row = Omit<Lease, 'body'>;

const told = sql`f.id_registro as id, f.tentativas as tentativa, f.token::text as token, f.ate, f.limite,
  greatest(floor(extract(epoch from f.ate - now())), 0)::integer as segundos`;

/** The lease that the same call got before, which it may not have heard of. */
const again = async (line: RobotQueue, trx: Transaction<Tables>, actor: Actor, {key, leaseSegundos}: Asked): Promise<Row | undefined> => {
  if (key === undefined) return undefined;
  const {rows: [row]} = await sql<Row>`
    update ${sql.table(line.table)} as f set entregue = true, ate = least(now() + ${secondsInterval(leaseSegundos)}, f.limite)
    from ${sql.table(tableOf(line.name))} as t
    where t.id = f.id_registro and f.id_usuario = ${actor.id} and f.chave = ${key.chave} and f.resultado is null and f.ate > now()
    returning ${told}, ${workflowValue(line)} as workflow`.execute(trx);
  return row;
};

type Taken = Row & {isWorked: boolean; isLast: boolean; lost: LostLease};

/** The oldest, leased; one whose last attempt has run out leaves the queue, whatever else its place says then. */
const take = async (line: RobotQueue, trx: Transaction<Tables>, actor: Actor, asked: Asked): Promise<Taken | undefined> => {
  const {config, name, table} = line;
  const {workflows, robo, leaseSegundos, key} = asked;
  const workflow = workflowValue(line);
  const where = allOf([
    isQueued(line), isClaimable(line), rowInScopePredicate({config}, name, actor, 't'),
    ...(workflows === undefined ? []
      : [workflowTemplate(line) === undefined ? matchesWorkflow(workflow, workflows) : sql<boolean>`${workflow} = any(${workflows})`]),
  ]);
  const {rows: [row]} = await sql<Taken>`
    with achado as (
      select f.id, ${isBeingWorked(line)} as "isWorked",
        ${isBeingWorked(line)} and ${wasLastAttempt(line)} as "isLast", ${workflow} as workflow,
        now() + make_interval(secs => ${attemptBudget(line)}) as limite, ${lostLeaseJson(line)} as lost
      from ${queuePlaces(line)} left join usuarios as u on u.id = f.id_usuario
      where ${where} order by f.desde, f.id limit 1 for update of f, t skip locked
    )
    update ${sql.table(table)} as f set
      tentativas = f.tentativas + case when a."isLast" or a."isWorked" and not f.entregue then 0 else 1 end,
      resultado = case when a."isLast" then 'FALHOU' end, ate = least(now() + ${secondsInterval(leaseSegundos)}, a.limite),
        limite = a.limite,
      token = gen_random_uuid(), id_usuario = ${actor.id}::integer, robo = ${robo}, chave = ${key?.chave ?? null}, inicio = now(),
      progresso = '', porcento = null, progresso_em = null, entregue = true
    from achado as a where f.id = a.id
    returning ${told}, a.workflow, a."isWorked", a."isLast", a.lost`.execute(trx);
  return row;
};

/** The leases that a robot has now, over all queues: `recurso`, `chave`. */
export const leasesOf = (lines: readonly RobotQueue[], robot: RawBuilder<number>): RawBuilder<unknown> => {
  const each = lines.map(({name, table}) => sql`
    select ${name}::text as recurso, chave from ${sql.table(table)} where id_usuario = ${robot} and resultado is null and ate > now()`);
  return sql.join(each, sql` union all `);
};

/** @throws Refusal LIMITE for a robot that has as many as it may */
const demandFew = async (lines: readonly RobotQueue[], trx: Transaction<Tables>, {id}: Actor): Promise<void> => {
  const {rows: [row]} = await sql<{n: number}>`
    select count(*)::integer as n from (${leasesOf(lines, sql`${id}::integer`)}) as l`.execute(trx);
  if ((row?.n ?? 0) < MOST_LEASES) return;
  const sentence = `Este robô já tem ${MOST_LEASES} leases. Conclua, falhe ou libere um antes de reservar outro.`;
  throw new Refusal('LIMITE', sentence, {retryAfter: LEASES_WAIT, status: 429});
};

/**
 * Leases the oldest record that the robot reaches and can do; with the key of an earlier call the one that call got, while it lives.
 *
 * @param lines every queue there is: a robot's leases are counted over all of them
 * @returns undefined where nothing waits, or only what is put off
 * @throws Refusal 429 above {@link MOST_LEASES}, CONFLITO where the key was used for something else
 */
export const claim = async (
  line: RobotQueue, lines: readonly RobotQueue[], trx: Transaction<Tables>, actor: Actor, asked: Asked,
): Promise<Lease | undefined> => {
  // Before the repetition is looked for: of two calls with one key the second finds what the first got.
  await sql`select pg_advisory_xact_lock(${CLAIMS}::integer, ${actor.id}::integer)`.execute(trx);
  const {key} = asked;
  if (key !== undefined) await checkSameRequest(trx, key);
  const known = await again(line, trx, actor, asked);
  if (known !== undefined) return {...known, body: await readRecord(line.context, trx, line.name, actor, known.id)};
  await demandFew(lines, trx, actor);
  for (;;) {
    const taken = await take(line, trx, actor, asked);
    if (taken === undefined) return undefined;
    const {isWorked: isLost, isLast, lost, ...row} = taken;
    if (isLost) await expireLease(line, trx, lost, isLast, actor);
    if (isLast) continue;
    const {body} = await moveRecord(line, trx, actor, row.id, {
      move: 'reservar', places: ['waiting', 'working'],
      actionOptions: {success: `${formatAttempt(row.tentativa, maxAttemptsOf(line), withoutBraces(asked.robo))}.`},
      attempt: {tentativa: row.tentativa, robo: asked.robo},
    });
    if (key !== undefined) await storeRequestHash(trx, key);
    return {...row, body};
  }
};
