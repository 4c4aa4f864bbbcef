/** The queue that robots work, as a resource declares it: its calls, its limits, and the moves that only robots make. */
import {durationWords} from './fields/durations.ts';
import type {Action, Config, Endpoint, Queue, Resource} from './config/config.ts';
import type {Filled} from './config/named.ts';
import {USERS} from './needed.ts';
import {onceFor} from './onceFor.ts';
import {parseEndpoint, recordCall} from './paths.ts';
import {robotIds, robotsOf, watchersOf} from './watchers.ts';
import type {RobotMove} from './words/robotMoves.ts';

export {robotIds, robotsOf, watchersOf};

/** A queue with all that it need not say. */
export type QueueOf = Filled<Queue, 'calls' | 'lease' | 'wait' | 'retries' | 'budget'>;

/** Seconds that an attempt may take. */
export const USUAL_BUDGET = 7200;
/** Where nobody says another. */
export const usualBudget = ({budget}: Pick<QueueOf, 'budget'>): number => (typeof budget === 'number' ? budget : USUAL_BUDGET);
/** In a minute, by which people say it. */
export const MINUTE = 60;

/** @throws TypeError for a resource without one */
export const queueOf = (name: string, {queue}: Pick<Resource, 'queue'>): QueueOf => {
  if (queue === undefined) throw new TypeError(`${name} has no queue`);
  const {
    calls = {reserve: `POST rpa/${name}/reservar`, counts: `GET rpa/${name}/fila`, record: 'id'}, lease = [30, 300, 3600], wait = 30,
    retries = [60, 300], budget = USUAL_BUDGET,
  } = queue;
  return {...queue, calls, lease, wait, retries, budget};
};

/** Seconds that a call of the client waits: longer ones are cut off by what stands between. */
const LONGEST_WAIT = 25;
/** What the client of robots knows of a queue: what its records' id is called, how long it waits and leases, and where it asks. */
export const robotCalls = (name: string, resource: Resource) => {
  const queue = queueOf(name, resource);
  const [, lease] = queue.lease;
  const [{path: reservar}, {path: simular}] = [parseEndpoint(queue.calls.reserve), parseEndpoint(simulateCall(queue))];
  return {
    registro: queue.calls.record, espera: Math.min(queue.wait, LONGEST_WAIT), lease,
    chamadas: {reservar, simular, registro: `rpa/${name}/:id`},
  };
};

/** Where a robot tries itself, and, below it, what it does to the invented record. */
export const simulateCall = ({calls}: QueueOf, path = ''): Endpoint =>
  `POST ${[...parseEndpoint(calls.reserve).path.split('/').slice(0, -1), 'simular', ...(path === '' ? [] : [path])].join('/')}`;

/** A template by which robots are made: its records are worked, and it says by which workflow. */
export interface RobotTemplate {
  /** The resource that is worked. */
  name: string;
  /** The template's. */
  of: string;
  /** Its field. */
  workflow: string;
}
export const robotTemplates = onceFor(({resources}: Pick<Config, 'resources'>): readonly RobotTemplate[] =>
  Object.entries(resources).flatMap(([name, {fields, queue, template}]) => {
    const [by, asked] = [fields[template?.by ?? ''], fields[queue?.workflow ?? '']];
    return by?.kind === 'referencia' && asked?.kind === 'relacionado' && asked.through === template?.by
      ? [{name, of: by.to, workflow: asked.field}] : [];
  }));
/** Who gets the kit: whoever reads the template and may look at the queue. */
export const kitReaders = (config: Config, {name, of}: RobotTemplate): readonly string[] => {
  const [queue, template] = [config.resources[name], config.resources[of]];
  const watchers = queue === undefined ? [] : watchersOf(config, queue);
  return template?.access.read.filter(perfil => watchers.includes(perfil)) ?? [];
};
/** What a robot is made with; undefined where its template's list has no call. */
export const kitCall = (config: Pick<Config, 'resources'>, of: string): Endpoint | undefined => recordCall(config, of, 'kit');

/** What is shown of a queue to who looks after it, beside its counts: `rpa/painel`. */
export const panelCall = ({calls: {counts}}: Pick<QueueOf, 'calls'>): Endpoint => counts.replace(/(?<![^/])[^/]+$/, 'painel') as Endpoint;
/** The robots themselves, whatever they work. */
export const ROBOTS = 'GET rpa/robos' satisfies Endpoint;
/** What a robot signs in with, and how long the name of one may be. */
export const KEYS = {
  list: `GET ${USERS}/:id/chaves`, create: `POST ${USERS}/:id/chaves`, revoke: `DELETE ${USERS}/:id/chaves/:idChave`,
} as const satisfies Readonly<Record<string, Endpoint>>;
export const KEY_NAME = 60;

/** Seconds that nobody should wait longer. */
const WANTED_WAIT = 3600;
/** How many robots a queue takes for that, and in how many seconds nobody waits any more; null where that is not known. */
export const queueFlow = (
  {esperando, adiados, emAndamento}: Readonly<Record<'esperando' | 'adiados' | 'emAndamento', number>>, mean: number | null,
): {robots: number | null; seconds: number | null} => {
  const work = mean === null || esperando + adiados === 0 ? null : (esperando + adiados) * mean;
  return {
    robots: work === null ? null : Math.max(1, Math.ceil(work / WANTED_WAIT)),
    seconds: work === null || emAndamento === 0 ? null : Math.ceil(work / emAndamento),
  };
};

/** Seconds without a word of progress after which somebody is told. */
const STILL = 600;
/** What is said of a robot that has told nothing for so many seconds: 'sem progresso há 40 min'; undefined before it is worth a word. */
export const stillWords = (seconds: number | null): string | undefined =>
  (seconds === null || seconds < STILL ? undefined : `sem progresso há ${durationWords(seconds)}`);

/** What a robot does to the record that it has, by the calls' names. */
export const LEASE_CALLS = {renew: 'renovar', conclude: 'concluir', fail: 'falhar', release: 'liberar'} as const;

/** Where a robot asks for the record that it has: `rpa/tickets/:id/renovar`. */
export const leaseCall = (name: string, method: 'GET' | 'POST', path: string): Endpoint => `${method} rpa/${name}/:id/${path}`;
export const SIMULATED = [LEASE_CALLS.renew, LEASE_CALLS.conclude, LEASE_CALLS.fail] as const;
/** The record as a robot gets it, for people. */
export const EXAMPLE = 'exemplo';
export const LEASE_FILES = 'arquivos';
export const LEASE_FILE = `${LEASE_FILES}/:idArquivo`;

/** Where somebody says that what a robot found wrong is right as it is. */
export const markCall = (list: string): Endpoint => `PUT ${list}/:id/avisos-robo`;

type Place = 'waiting' | 'working' | 'failed' | 'done';

/**
 * A move that only robots make, as the action that the engine judges and does.
 *
 * @param more what is asked with it, and what is told of it
 */
export const robotAction = (
  config: Config, {queue}: Resource, move: RobotMove, [from, to]: readonly [Place, Place], more: Pick<Action, 'success'> & Partial<Action>,
): Action => ({
  label: move, call: `POST rpa/${move}`, places: [], from: {[queue?.[from] ?? '']: robotsOf(config)}, to: queue?.[to] ?? '', ...more,
});
/** The name of its step: no action of a config can be called so. */
export const stepOf = (move: RobotMove): string => `rpa-${move}`;
/** What a step of a robot keeps of its attempt: `historico.depois ->> '$robo'`. */
export const ATTEMPT = '$robo';

/** How many attempts a record has before a person is needed. */
export const mostAttempts = ({queue: {retries}}: {queue: Pick<QueueOf, 'retries'>}): number => retries.length + 1;
/** 'Tentativa 2 de 3, em RPA-02'. */
export const attemptWords = (tentativa: number, most: number, robo: string): string =>
  `Tentativa ${tentativa} de ${most}${robo === '' ? '' : `, em ${robo}`}`;

/** What a person says of an item that a robot marked, and its step is called. */
export const CONFIRMED = 'Está certo assim';
