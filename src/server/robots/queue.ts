/** The queue of a resource as its claims, leases and counts ask for it. */
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

/** A queue, and all that its calls are made with. */
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
/** All that a config declares. */
export const linesOf = (context: EngineContext): Line[] =>
  Object.entries(context.config.resources).flatMap(([name, {queue}]) => (queue === undefined ? [] : [lineOf(context, name)]));

/** Its places as `f` with their records as `t`. */
export const placesIn = ({name, table}: Line): RawBuilder<unknown> =>
  sql`${sql.table(table)} as f join ${sql.table(tableOf(name))} as t on t.id = f.id_registro`;

const status = ({resource, queue}: Line): {column: RawBuilder<unknown>; id: (place: 'waiting' | 'working') => RawBuilder<unknown>} => {
  const field = statusField(resource);
  return {
    column: field === undefined ? sql`null` : sql.ref(`t.${columnOf(resource.status ?? '', field)}`),
    id: place => sql.lit(statusByKey(resource, queue[place])?.id),
  };
};
/** Those whose record stands where it has a place. */
export const inLine = (line: Line): Predicate => {
  const {column, id} = status(line);
  const stands = sql<boolean>`${column} in (${id('waiting')}, ${id('working')})`;
  return allOf([sql`f.resultado is null`, stands, notDeleted(line.name, line.resource, 't')]);
};
/** Those with a robot, or without one that ever gave its record back. */
export const isWorked = (line: Line): Predicate => {
  const {column, id} = status(line);
  return sql`${column} = ${id('working')}`;
};
/** Those whose lease has run out, or was never one. By the database's clock, as everything here. */
export const RUN_OUT: Predicate = sql`f.apos <= now() and (f.ate is null or f.ate <= now())`;
/**
 * What is waited after the attempt of a place that failed for a system, or whose lease ran out: nothing after the last one, nor where
 * nobody heard of the lease.
 */
export const pauseAfter = ({queue: {retries}}: Line): RawBuilder<unknown> => {
  const each = retries.map((length, at) => sql`when ${sql.lit(at + 1)} then ${sql.lit(length)}`);
  return each.length === 0 ? sql`interval '0'`
    : sql`make_interval(secs => case when not f.entregue then 0 else case f.tentativas ${sql.join(each, sql` `)} else 0 end end)`;
};
/** Those that a robot may have now: not put off, not leased; where a lease has run out, what is waited after it is over. */
export const isFree = (line: Line): Predicate =>
  sql`(f.apos <= now() and (f.ate is null or f.ate + ${pauseAfter(line)} <= now()))`;
/** Those that nobody has, but that are put off. */
export const isPutOff = (line: Line): Predicate => sql`(coalesce(f.ate <= now(), true) and not ${isFree(line)})`;

/** A field's value of the record `t`. */
export const valueOf = (
  {config, name, resource}: Line, field: string, declared: Field | undefined = resource.fields[field],
): RawBuilder<unknown> => {
  // Whoever asks is not asked for.
  const actor = {perfil: '', idPerfil: 0, id: 0, idEmpresa: null, codigoExterno: ''};
  return declared === undefined ? sql`null` : cell({config, name, resource, actor, alias: 't'}, field, declared);
};
export const workflowOf = (line: Line): RawBuilder<string> => sql`coalesce(${valueOf(line, line.queue.workflow)}, '')`;
/** The budget that somebody typed. */
export const inSeconds = (minutes: RawBuilder<unknown>): RawBuilder<number> =>
  sql`coalesce(nullif(${minutes}, 0) * ${MINUTE}::integer, ${USUAL_BUDGET}::integer)`;
/** Seconds that an attempt may take. */
export const budgetOf = (line: Line): RawBuilder<number> => {
  const {budget} = line.queue;
  if (typeof budget === 'number') return sql`${budget}::integer`;
  return inSeconds(valueOf(line, '', {kind: 'relacionado', label: '', through: budget.of, field: budget.minutes}));
};
/** The company a place is of; null: of none. */
export const companyColumn = ({resource}: Line): RawBuilder<number | null> => {
  const name = resource.owner?.empresa;
  const field = name === undefined ? undefined : resource.fields[name];
  return name === undefined || field === undefined ? sql`null::integer` : sql.ref(`t.${columnOf(name, field)}`);
};

export const seconds = (number: number): RawBuilder<unknown> => sql`make_interval(secs => ${number}::integer)`;

/** The product, for a robot that does not answer any more: within the record's own company, active or not. */
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

/** What a robot says is no sentence with places to fill. */
export const plain = (text: string): string => text.replaceAll(/[{}]/g, '');

const NOTHING: Submission = {data: {}, tipos: [], files: [], secrets: {}, tellsSteps: false, hash: ''};

/** Moves a record as its robot: by the engine, which judges it as it judges people. */
export const move = (
  {context, config, name, resource}: Line, trx: Transaction<Tables>, actor: Actor, id: number, {move: step, way, more, kept}: Doing,
  submission = NOTHING,
): Promise<CallAnswer> => doAction(context, trx, actor, {
  name, actionName: stepOf(step), action: robotAction(config, resource, step, way, more), id, submission, versao: undefined,
  idUsuario: undefined, kept: row => ({[ATTEMPT]: kept, [KEPT_COMPANY]: row[resource.owner?.empresa ?? ''] ?? null}),
});
