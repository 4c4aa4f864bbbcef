/** Queue of records for robots: calls, limits, and the steps that only robots take. */
import {formatDuration} from './fields/durations.ts';
import type {Action, Config, Endpoint, QueuePart, Resource} from './shapes/config.ts';
import type {WithRequired} from './shapes/nameShapes.ts';
import {USERS} from './systemFields.ts';
import {memoize} from './memoize.ts';
import {parseEndpoint, recordCall} from './paths.ts';
import {robotIds, listRobotProfiles, listQueueWatchers} from './queueWatchers.ts';
import type {RobotMove} from './words/robotMoves.ts';

export {robotIds, listRobotProfiles, listQueueWatchers};

/** A queue with its defaults. */
export type ResolvedQueue = WithRequired<QueuePart, 'calls' | 'lease' | 'wait' | 'retries' | 'budget'>;

/** Default time limit of an attempt in seconds. */
export const DEFAULT_BUDGET_SECONDS = 7200;
/** The declared number of seconds, else the default, for records without their own limit. */
export const queueBudgetSeconds = ({budget}: Pick<ResolvedQueue, 'budget'>): number =>
  (typeof budget === 'number' ? budget : DEFAULT_BUDGET_SECONDS);
export const MINUTE_SECONDS = 60;

/** Returns a resource's queue with its defaults. @throws TypeError for a resource without one */
export const resolveQueue = (name: string, {queue}: Pick<Resource, 'queue'>): ResolvedQueue => {
  if (queue === undefined) throw new TypeError(`${name} has no queue`);
  const {
    calls = {reserve: `POST rpa/${name}/reservar`, counts: `GET rpa/${name}/fila`, record: 'id'}, lease = [30, 300, 3600], wait = 30,
    retries = [60, 300], budget = DEFAULT_BUDGET_SECONDS,
  } = queue;
  return {...queue, calls, lease, wait, retries, budget};
};

/** Maximum long-poll seconds of the generated client, because proxies cut off longer requests. */
const MAX_WAIT_SECONDS = 25;
/** Settings of the generated robot client: key of the record's id, long-poll time, lease, and calls. */
export const robotClientSettings = (name: string, resource: Resource) => {
  const queue = resolveQueue(name, resource);
  const [, lease] = queue.lease;
  const [{path: reservar}, {path: simular}] = [parseEndpoint(queue.calls.reserve), parseEndpoint(simulationCall(queue))];
  return {
    registro: queue.calls.record, espera: Math.min(queue.wait, MAX_WAIT_SECONDS), lease,
    chamadas: {reservar, simular, registro: `rpa/${name}/:id`},
  };
};

/** Call that simulates a robot's work, with `path` for steps on the invented record. */
export const simulationCall = ({calls}: ResolvedQueue, path = ''): Endpoint =>
  `POST ${[...parseEndpoint(calls.reserve).path.split('/').slice(0, -1), 'simular', ...(path === '' ? [] : [path])].join('/')}`;

/** Template from which robots are generated: its records are worked, and one of its fields is their workflow. */
export interface RobotTemplate {
  name: string;
  of: string;
  workflow: string;
}
export const robotTemplates = memoize(({resources}: Pick<Config, 'resources'>): readonly RobotTemplate[] =>
  Object.entries(resources).flatMap(([name, {fields, queue, template}]) => {
    const [reference, workflow] = [fields[template?.by ?? ''], fields[queue?.workflow ?? '']];
    return reference?.kind === 'referencia' && workflow?.kind === 'relacionado' && workflow.through === template?.by
      ? [{name, of: reference.to, workflow: workflow.field}] : [];
  }));
/** Profiles that can download a robot's kit: they read the template and watch the queue. */
export const listRobotKitProfiles = (config: Config, {name, of}: RobotTemplate): readonly string[] => {
  const [queue, template] = [config.resources[name], config.resources[of]];
  const watchers = queue === undefined ? [] : listQueueWatchers(config, queue);
  return template?.access.read.filter(perfil => watchers.includes(perfil)) ?? [];
};
/** Call for a robot's kit; undefined if the template's list has no call. */
export const kitCall = (config: Pick<Config, 'resources'>, of: string): Endpoint | undefined => recordCall(config, of, 'kit');

/** Call for the panel of a queue's watchers, beside its counts: `rpa/painel`. */
export const panelCall = ({calls: {counts}}: Pick<ResolvedQueue, 'calls'>): Endpoint =>
  counts.replace(/(?<![^/])[^/]+$/, 'painel') as Endpoint;
export const ROBOTS_CALL = 'GET rpa/robos' satisfies Endpoint;
export const API_KEY_CALLS = {
  list: `GET ${USERS}/:id/chaves`, create: `POST ${USERS}/:id/chaves`, revoke: `DELETE ${USERS}/:id/chaves/:idChave`,
} as const satisfies Readonly<Record<string, Endpoint>>;
export const MAX_API_KEY_NAME_LENGTH = 60;

/** Target for the longest wait, in seconds. */
const TARGET_WAIT_SECONDS = 3600;
/** Number of robots needed for the target, and seconds until the queue is empty; null if unknown. */
export const estimateQueue = (
  {esperando, adiados, emAndamento}: Readonly<Record<'esperando' | 'adiados' | 'emAndamento', number>>, mean: number | null,
): {robots: number | null; seconds: number | null} => {
  const work = mean === null || esperando + adiados === 0 ? null : (esperando + adiados) * mean;
  return {
    robots: work === null ? null : Math.max(1, Math.ceil(work / TARGET_WAIT_SECONDS)),
    seconds: work === null || emAndamento === 0 ? null : Math.ceil(work / emAndamento),
  };
};

/** Seconds without progress after which the panel reports a robot. */
const STALLED_SECONDS = 600;
/** Text for a robot without progress: 'sem progresso há 40 min'; undefined below the threshold. */
export const formatStalledTime = (seconds: number | null): string | undefined =>
  (seconds === null || seconds < STALLED_SECONDS ? undefined : `sem progresso há ${formatDuration(seconds)}`);

/** Path steps of the calls for a leased record. */
export const LEASE_PATHS = {renew: 'renovar', conclude: 'concluir', fail: 'falhar', release: 'liberar'} as const;

/** Call for a leased record: `rpa/tickets/:id/renovar`. */
export const leaseCall = (name: string, method: 'GET' | 'POST', path: string): Endpoint => `${method} rpa/${name}/:id/${path}`;
export const SIMULATED_PATHS = [LEASE_PATHS.renew, LEASE_PATHS.conclude, LEASE_PATHS.fail] as const;
/** Path step of an example of the record that a robot gets, for people. */
export const LEASE_EXAMPLE_PATH = 'exemplo';
export const LEASE_FILES_PATH = 'arquivos';
export const LEASE_FILE_PATH = `${LEASE_FILES_PATH}/:idArquivo`;

/** Call that confirms an item which a robot marked as wrong. */
export const confirmItemCall = (list: string): Endpoint => `PUT ${list}/:id/avisos-robo`;

type QueueStatus = 'waiting' | 'working' | 'failed' | 'done';

/**
 * Builds the action of a robot's step, for the engine.
 *
 * @param options answers, messages and notices of the step
 */
export const robotAction = (
  config: Config, {queue}: Resource, move: RobotMove, [from, to]: readonly [QueueStatus, QueueStatus],
  options: Pick<Action, 'success'> & Partial<Action>,
): Action => ({
  label: move, call: `POST rpa/${move}`, places: [], from: {[queue?.[from] ?? '']: listRobotProfiles(config)},
  to: queue?.[to] ?? '', ...options,
});
/** Name of a robot's step in the history. No action of a config can have it. */
export const robotStepName = (move: RobotMove): string => `rpa-${move}`;
/** Key of a step's attempt in `historico.depois`. */
export const ATTEMPT_KEY = '$robo';

/** Maximum number of attempts before a person is needed. */
export const maxAttemptsOf = ({queue: {retries}}: {queue: Pick<ResolvedQueue, 'retries'>}): number => retries.length + 1;
/** 'Tentativa 2 de 3, em RPA-02'. */
export const formatAttempt = (tentativa: number, maxAttempts: number, robo: string): string =>
  `Tentativa ${tentativa} de ${maxAttempts}${robo === '' ? '' : `, em ${robo}`}`;

/** Label of the step that confirms a marked item. */
export const CONFIRMED_LABEL = 'Está certo assim';
