import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {statusByKey, statusField} from '../../schema/statuses/statuses.ts';
import {
  ATTEMPT_KEY, MINUTE_SECONDS, resolveQueue, robotAction, listRobotProfiles, robotStepName, DEFAULT_BUDGET_SECONDS, type ResolvedQueue,
} from '../../schema/queue.ts';
import type {RobotMove} from '../../schema/words/robotMoves.ts';
import type {Field} from '../../schema/shapes/fields.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import type {CallAnswer} from '../idempotency.ts';
import {EMPTY_SUBMISSION, type Submission} from '../requestBody/submission.ts';
import type {Actor} from '../context.ts';
import {andPredicates, fieldExpression, notDeleted, type Predicate} from '../db/conditions/fieldPredicates.ts';
import {columnOf, resourceOf, tableOf} from '../db/sqlNames.ts';
import type {Tables} from '../db/tables.ts';
import {runAction} from '../engine/runAction.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {STEP_COMPANY_KEY} from '../history/steps.ts';
import {queueTable} from '../parts/queue/queuePart.ts';

export interface RobotQueue {
  context: EngineContext;
  config: Config;
  name: string;
  resource: Resource;
  queue: ResolvedQueue;
  table: string;
}
export const robotQueueOf = (context: EngineContext, name: string): RobotQueue => {
  const {config} = context;
  const resource = resourceOf(config, name);
  return {context, config, name, resource, queue: resolveQueue(name, resource), table: queueTable({name})};
};
export const robotQueues = (context: EngineContext): RobotQueue[] =>
  Object.entries(context.config.resources).flatMap(([name, {queue}]) => (queue === undefined ? [] : [robotQueueOf(context, name)]));

export const queueEntriesWithRecords = ({name, table}: RobotQueue): RawBuilder<unknown> =>
  sql`${sql.table(table)} as f join ${sql.table(tableOf(name))} as t on t.id = f.id_registro`;

const statusColumn = (
  {resource, queue}: RobotQueue,
): {column: RawBuilder<unknown>; id: (place: 'waiting' | 'working') => RawBuilder<unknown>} => {
  const field = statusField(resource);
  return {
    column: field === undefined ? sql`null` : sql.ref(`t.${columnOf(resource.status ?? '', field)}`),
    id: place => sql.lit(statusByKey(resource, queue[place])?.id),
  };
};
/** Places whose record is in the waiting or working status. */
export const isWaitingOrWorking = (line: RobotQueue): Predicate => {
  const {column, id} = statusColumn(line);
  const isInStatus = sql<boolean>`${column} in (${id('waiting')}, ${id('working')})`;
  return andPredicates([sql`f.resultado is null`, isInStatus, notDeleted(line.name, line.resource, 't')]);
};
/** Places whose record is in the working status, with or without a live lease. */
export const isInWorkingStatus = (line: RobotQueue): Predicate => {
  const {column, id} = statusColumn(line);
  return sql`${column} = ${id('working')}`;
};
/** Places whose lease has expired or never existed, by the database's clock. */
export const LEASE_EXPIRED: Predicate = sql`f.apos <= now() and (f.ate is null or f.ate <= now())`;
/** Delay after a failed or expired attempt; zero after the last one and after an undelivered lease. */
export const retryDelay = ({queue: {retries}}: RobotQueue): RawBuilder<unknown> => {
  const delays = retries.map((length, index) => sql`when ${sql.lit(index + 1)} then ${sql.lit(length)}`);
  return delays.length === 0 ? sql`interval '0'`
    : sql`make_interval(secs => case when not f.entregue then 0 else case f.tentativas ${sql.join(delays, sql` `)} else 0 end end)`;
};
/** Places that a robot may claim now: not postponed, not leased, and past the delay of an expired lease. */
export const isClaimable = (line: RobotQueue): Predicate =>
  sql`(f.apos <= now() and (f.ate is null or f.ate + ${retryDelay(line)} <= now()))`;
/** Unleased places that are still postponed. */
export const isPostponed = (line: RobotQueue): Predicate => sql`(coalesce(f.ate <= now(), true) and not ${isClaimable(line)})`;

const recordFieldExpression = (
  {config, resource}: RobotQueue, field: string, declared: Field | undefined = resource.fields[field],
): RawBuilder<unknown> => (declared === undefined ? sql`null` : fieldExpression({config, resource, alias: 't'}, field, declared));
export const workflowValue = (line: RobotQueue): RawBuilder<string> =>
  sql`coalesce(${recordFieldExpression(line, line.queue.workflow)}, '')`;
export const minutesToSeconds = (minutes: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(nullif(${minutes}, 0) * ${MINUTE_SECONDS}::integer, ${DEFAULT_BUDGET_SECONDS}::integer)`;
export const attemptBudget = (line: RobotQueue): RawBuilder<number> => {
  const {budget} = line.queue;
  if (typeof budget === 'number') return sql`${budget}::integer`;
  return minutesToSeconds(recordFieldExpression(line, '', {kind: 'relacionado', label: '', through: budget.of, field: budget.minutes}));
};
export const companyColumn = ({resource}: RobotQueue): RawBuilder<number | null> => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  return name === undefined || field === undefined ? sql`null::integer` : sql.ref(`t.${columnOf(name, field)}`);
};

export const secondsInterval = (number: number): RawBuilder<unknown> => sql`make_interval(secs => ${number}::integer)`;

/** Actor for an unresponsive robot, active or not, limited to the record's own company. */
export const robotActor = ({config}: RobotQueue, robot: {id: number; nome: string; idEmpresa: number | null}): Actor => {
  const [perfil = ''] = listRobotProfiles(config);
  return {...robot, email: '', perfil, idPerfil: config.profiles[perfil]?.id ?? 0, codigoExterno: ''};
};

export interface RobotTransition {
  move: RobotMove;
  places: Parameters<typeof robotAction>[3];
  actionOptions: Parameters<typeof robotAction>[4];
  attempt: RecordValues;
}

/** Removes braces, because messages with braces are templates. */
export const withoutBraces = (text: string): string => text.replaceAll(/[{}]/g, '');

/** Moves a record as its robot, through the engine's usual checks. */
export const moveRecord = (
  {context, config, name, resource}: RobotQueue, trx: Transaction<Tables>, actor: Actor, id: number, {
    move: step, places, actionOptions, attempt,
  }: RobotTransition,
  submission: Submission = EMPTY_SUBMISSION,
): Promise<CallAnswer> => runAction(context, trx, actor, {
  name, actionName: robotStepName(step), action: robotAction(
    config, resource, step, places, actionOptions,
  ), id, submission, versao: undefined,
  idUsuario: undefined, stepValues: row => ({[ATTEMPT_KEY]: attempt, [STEP_COMPANY_KEY]: row[resource.owner?.empresa ?? ''] ?? null}),
});
