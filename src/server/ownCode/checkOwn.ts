/** Check of own code at start: every name in it exists in the config, and everything that runs is a function (rules: Own 1). */
import {isCallPath, listCalls, toRouteKey} from '../../schema/check/calls.ts';
import type {Config, Endpoint, Resource} from '../../schema/shapes/config.ts';
import {joinAlternatives, spellingHint, type ReportMistake} from '../../schema/check/mistakeTexts.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import {ENTREGAS} from '../../schema/pages.ts';
import {hasDeliveriesPage} from '../../schema/words/deliveryCalls.ts';
import type {OwnCall, OwnCode, OwnTimer, StepPoint} from '../own.ts';
import {nextRun, type Schedule} from '../timers/schedule.ts';
import {listCommittedResources, ownEndpoint} from './ownNames.ts';

const OPTIONS: readonly (keyof OwnCode)[] = ['steps', 'timers', 'calls'];
const OPERATIONS = ['create', 'update', 'delete', 'actions'];
const POINTS: readonly StepPoint[] = ['before', 'after', 'committed'];
const TIMER_OPTIONS: readonly (keyof OwnTimer)[] = ['daily', 'every', 'run'];
const CALL_OPTIONS: readonly (keyof OwnCall)[] = ['profiles', 'query', 'body', 'answer', 'run'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** The object at a place; `{}` for anything else, which is reported. */
const objectAt = (value: unknown, place: string, report: ReportMistake): Readonly<Record<string, unknown>> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  report(place, 'esperava um objeto');
  return {};
};

/** The entries whose name is known; the others are reported. */
const knownEntries = (
  value: unknown, place: string, report: ReportMistake, names: readonly string[], description: string,
): (readonly [place: string, name: string, value: unknown])[] =>
  Object.entries(objectAt(value, place, report)).flatMap(([name, entry]) => {
    const entryPlace = place === '' ? name : `${place}.${name}`;
    if (names.includes(name)) return [[entryPlace, name, entry] as const];
    const known = names.length === 0 ? 'não há nenhuma' : `há ${joinAlternatives(names).replace(/ ou (?=[^ ]*$)/, ' e ')}`;
    report(entryPlace, `"${name}" não é ${description}${spellingHint(name, names)}: ${known}`);
    return [];
  });

const checkPoints = (value: unknown, place: string, report: ReportMistake): void => {
  for (const [stepPlace, , step] of knownEntries(value, place, report, POINTS, 'um momento de um passo')) {
    if (typeof step !== 'function') report(stepPlace, 'esperava uma função');
  }
};

/** The action at the update call runs as a save. */
const checkActions = (value: unknown, place: string, report: ReportMistake, name: string, resource: Resource): void => {
  const [saving = ''] = findSavingAction(resource) ?? [];
  const {[saving]: savingPoints, ...others} = objectAt(value, place, report);
  if (savingPoints !== undefined) report(`${place}.${saving}`, `"${saving}" é a ação de salvar: use "update"`);
  const actions = Object.keys(resource.actions ?? {}).filter(action => action !== saving);
  for (const [actionPlace, , points] of knownEntries(others, place, report, actions, `uma ação de ${name}`)) {
    checkPoints(points, actionPlace, report);
  }
};

const checkSteps = ({resources}: Config, value: unknown, place: string, report: ReportMistake): void => {
  for (const [resourcePlace, name, operations] of knownEntries(value, place, report, Object.keys(resources), 'um recurso')) {
    const resource = resources[name];
    if (resource === undefined) continue;
    for (const [operationPlace, key, points] of knownEntries(operations, resourcePlace, report, OPERATIONS, 'uma opção aqui')) {
      if (key === 'actions') checkActions(points, operationPlace, report, name, resource);
      else checkPoints(points, operationPlace, report);
    }
  }
};

/** The options of an object, after a report of unknown ones. */
const knownOptions = (
  value: unknown, place: string, report: ReportMistake, names: readonly string[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(knownEntries(value, place, report, names, 'uma opção aqui').map(([, name, option]) => [name, option]));

const isSchedule = (schedule: Schedule): boolean => {
  try {
    return nextRun(schedule, new Date()) instanceof Date;
  } catch {
    return false;
  }
};

const checkTimers = (value: unknown, place: string, report: ReportMistake): void => {
  for (const [name, timer] of Object.entries(objectAt(value, place, report))) {
    const timerPlace = `${place}.${name}`;
    const {daily, every, run} = knownOptions(timer, timerPlace, report, TIMER_OPTIONS);
    if (typeof run !== 'function') report(`${timerPlace}.run`, 'esperava uma função');
    if ((daily === undefined) === (every === undefined)) {
      report(timerPlace, 'diga quando: "daily" (todo dia a uma hora) ou "every" (de tanto em tanto tempo), um dos dois');
    } else if (every === undefined) {
      const {at} = knownOptions(daily, `${timerPlace}.daily`, report, ['at']);
      if (isSchedule({daily: {at: String(at)}})) continue;
      report(`${timerPlace}.daily.at`, `${at === undefined ? 'nada' : JSON.stringify(at)} não é uma hora como "02:00"`);
    } else if (typeof every !== 'string' || !isSchedule({every})) {
      report(`${timerPlace}.every`, `${JSON.stringify(every)} não é um intervalo como "30s", "15m" ou "2h"`);
    }
  }
};

const isShape = (value: unknown): boolean => typeof (value as {safeParse?: unknown} | null | undefined)?.safeParse === 'function';

const checkCall = (config: Config, endpoint: string, value: unknown, place: string, report: ReportMistake): void => {
  const {profiles, query, body, answer, run} = knownOptions(value, place, report, CALL_OPTIONS);
  const [method = '', path = ''] = endpoint.split(' ');
  if (!METHODS.includes(method) || !isCallPath(`GET ${path}`) || endpoint !== `${method} ${path}`) {
    report(place, `"${endpoint}" não é uma chamada: escreva o método (${METHODS.join(', ')}) e o caminho, como "GET resumo/:id"`);
  }
  if (typeof run !== 'function') report(`${place}.run`, 'esperava uma função');
  if (!isShape(answer)) report(`${place}.answer`, 'esperava a forma da resposta, como z.object({total: z.number()})');
  for (const [name, shape] of Object.entries({query, body})) {
    if (shape !== undefined && !isShape(shape)) report(`${place}.${name}`, 'esperava uma forma, como z.object({nome: z.string()})');
  }
  if (body !== undefined && method === 'GET') report(`${place}.body`, 'uma chamada GET não tem corpo: use "query", ou outro método');
  if (!Array.isArray(profiles) || profiles.length === 0) report(`${place}.profiles`, 'diga quem pode chamar: os perfis');
  else for (const profile of profiles as unknown[]) {
    const names = Object.keys(config.profiles);
    const hint = spellingHint(String(profile), names);
    if (!names.includes(String(profile))) report(`${place}.profiles`, `"${String(profile)}" não é um perfil${hint}`);
  }
};

const checkOwnCalls = (config: Config, value: unknown, place: string, report: ReportMistake): void => {
  const taken = new Map(listCalls(config).map(({by, call}) => [toRouteKey(call), by]));
  for (const [endpoint, call] of Object.entries(objectAt(value, place, report))) {
    const callPlace = `${place}.${endpoint}`;
    checkCall(config, endpoint, call, callPlace, report);
    const key = toRouteKey(ownEndpoint(endpoint as Endpoint));
    const by = taken.get(key);
    if (by !== undefined) report(callPlace, `"${endpoint}" já é a chamada de ${by}: use outro caminho`);
    taken.set(key, callPlace);
  }
};

/** @returns true where what fails is seen on the page of deliveries alone */
const needsDeliveriesPage = ({steps = {}, timers = {}}: OwnCode): boolean =>
  listCommittedResources({steps}).length > 0 || Object.keys(timers).length > 0;

/**
 * Returns all mistakes of own code, each a Portuguese sentence with its place: `steps.tickets.actions.aprova: "aprova" não é …`.
 *
 * @param own the default export, of any shape
 * @param file its path, the place of mistakes in the whole
 */
export const checkOwn = (config: Config, own: unknown, file: string): string[] => {
  const mistakes: string[] = [];
  const report: ReportMistake = (place, mistake) => void mistakes.push(`${place === '' ? file : place}: ${mistake}.`);
  for (const [place, option, value] of knownEntries(own, '', report, OPTIONS, 'uma opção aqui')) {
    if (option === 'steps') checkSteps(config, value, place, report);
    else if (option === 'timers') checkTimers(value, place, report);
    else checkOwnCalls(config, value, place, report);
  }
  if (mistakes.length === 0 && needsDeliveriesPage(own as OwnCode) && !hasDeliveriesPage(config)) {
    report('', `o "menu" da configuração não tem "${ENTREGAS}": sem essa página ninguém vê o que não chega ou falha`);
  }
  return mistakes;
};
