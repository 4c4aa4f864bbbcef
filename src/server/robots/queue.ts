/** Queries on the robot queue of a resource. */
import {sql, type RawBuilder, type Transaction} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import {statusByKey, statusField} from '../../schema/statuses/statuses.ts';
import {ATTEMPT, MINUTE, queueOf, robotAction, robotsOf, stepOf, USUAL_BUDGET, type QueueOf} from '../../schema/queue.ts';
import type {RobotMove} from '../../schema/words/robotMoves.ts';
import type {Field} from '../../schema/config/fields.ts';
import type {Values} from '../../schema/fields/validate.ts';
import type {CallAnswer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor} from '../context.ts';
import {allOf, cell, notDeleted, type Predicate} from '../db/conditions/rows.ts';
import {columnOf, resourceOf, tableOf} from '../db/names.ts';
import type {Tables} from '../db/tables.ts';
import {doAction} from '../engine/act.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {KEPT_COMPANY} from '../history/steps.ts';
import {queueTable} from '../parts/queue/part.ts';

/** A robot queue with everything that its calls need. */
export interface Line {
  context: EngineContext;
  config: Config;
  name: string;
  resource: Resource;
  queue: QueueOf;
  table: string;
}
export const lineOf = (context: EngineContext, name: string): Line => {
  const {config} = context;
  const resource = resourceOf(config, name);
  return {context, config, name, resource, queue: queueOf(name, resource), table: queueTable({name})};
};
export const linesOf = (context: EngineContext): Line[] =>
  Object.entries(context.config.resources).flatMap(([name, {queue}]) => (queue === undefined ? [] : [lineOf(context, name)]));

/** Places `f` with their records `t`. */
export const placesIn = ({name, table}: Line): RawBuilder<unknown> =>
  sql`${sql.table(table)} as f join ${sql.table(tableOf(name))} as t on t.id = f.id_registro`;

const statusColumn = (
  {resource, queue}: Line,
): {column: RawBuilder<unknown>; id: (place: 'waiting' | 'working') => RawBuilder<unknown>} => {
  const field = statusField(resource);
  return {
    column: field === undefined ? sql`null` : sql.ref(`t.${columnOf(resource.status ?? '', field)}`),
    id: place => sql.lit(statusByKey(resource, queue[place])?.id),
  };
};
/** Places whose record is in the waiting or working status. */
export const inLine = (line: Line): Predicate => {
  const {column, id} = statusColumn(line);
  const isInStatus = sql<boolean>`${column} in (${id('waiting')}, ${id('working')})`;
  return allOf([sql`f.resultado is null`, isInStatus, notDeleted(line.name, line.resource, 't')]);
};
/** Places whose record is in the working status, with or without a live lease. */
export const isWorked = (line: Line): Predicate => {
  const {column, id} = statusColumn(line);
  return sql`${column} = ${id('working')}`;
};
/** Places whose lease has expired or never existed, by the database's clock. */
export const RUN_OUT: Predicate = sql`f.apos <= now() and (f.ate is null or f.ate <= now())`;
/** Delay after a failed or expired attempt; zero after the last one and after an undelivered lease. */
export const pauseAfter = ({queue: {retries}}: Line): RawBuilder<unknown> => {
  const delays = retries.map((length, index) => sql`when ${sql.lit(index + 1)} then ${sql.lit(length)}`);
  return delays.length === 0 ? sql`interval '0'`
    : sql`make_interval(secs => case when not f.entregue then 0 else case f.tentativas ${sql.join(delays, sql` `)} else 0 end end)`;
};
/** Places that a robot may claim now: not postponed, not leased, and past the delay of an expired lease. */
export const isFree = (line: Line): Predicate =>
  sql`(f.apos <= now() and (f.ate is null or f.ate + ${pauseAfter(line)} <= now()))`;
/** Unleased places that are still postponed. */
export const isPutOff = (line: Line): Predicate => sql`(coalesce(f.ate <= now(), true) and not ${isFree(line)})`;

/** A field's value of record `t`. */
export const valueOf = (
  {config, name, resource}: Line, field: string, declared: Field | undefined = resource.fields[field],
): RawBuilder<unknown> => {
  // Only record values are read, so the actor does not matter.
  const actor = {perfil: '', idPerfil: 0, id: 0, idEmpresa: null, codigoExterno: ''};
  return declared === undefined ? sql`null` : cell({config, name, resource, actor, alias: 't'}, field, declared);
};
export const workflowOf = (line: Line): RawBuilder<string> => sql`coalesce(${valueOf(line, line.queue.workflow)}, '')`;
/** Seconds of a budget typed in minutes. */
export const inSeconds = (minutes: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(nullif(${minutes}, 0) * ${MINUTE}::integer, ${USUAL_BUDGET}::integer)`;
export const budgetOf = (line: Line): RawBuilder<number> => {
  const {budget} = line.queue;
  if (typeof budget === 'number') return sql`${budget}::integer`;
  return inSeconds(valueOf(line, '', {kind: 'relacionado', label: '', through: budget.of, field: budget.minutes}));
};
/** Company of a place; null: none. */
export const companyColumn = ({resource}: Line): RawBuilder<number | null> => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  return name === undefined || field === undefined ? sql`null::integer` : sql.ref(`t.${columnOf(name, field)}`);
};

export const seconds = (number: number): RawBuilder<unknown> => sql`make_interval(secs => ${number}::integer)`;

/** Actor for an unresponsive robot, active or not, limited to the record's own company. */
export const absentRobot = ({config}: Line, robot: {id: number; nome: string; idEmpresa: number | null}): Actor => {
  const [perfil = ''] = robotsOf(config);
  return {...robot, email: '', perfil, idPerfil: config.profiles[perfil]?.id ?? 0, codigoExterno: ''};
};

export interface Doing {
  move: RobotMove;
  way: Parameters<typeof robotAction>[3];
  more: Parameters<typeof robotAction>[4];
  kept: Values;
}

/** Removes braces, because messages with braces are templates. */
export const plain = (text: string): string => text.replaceAll(/[{}]/g, '');

const NO_SUBMISSION: Submission = {data: {}, tipos: [], files: [], secrets: {}, tellsSteps: false, hash: ''};

/** Moves a record as its robot, through the engine's usual checks. */
export const move = (
  {context, config, name, resource}: Line, trx: Transaction<Tables>, actor: Actor, id: number, {move: step, way, more, kept}: Doing,
  submission = NO_SUBMISSION,
): Promise<CallAnswer> => doAction(context, trx, actor, {
  name, actionName: stepOf(step), action: robotAction(config, resource, step, way, more), id, submission, versao: undefined,
  idUsuario: undefined, stepValues: row => ({[ATTEMPT]: kept, [KEPT_COMPANY]: row[resource.owner?.empresa ?? ''] ?? null}),
});
