/** Check of own code at start: every name in it exists in the config, and every step is a function (rules: Own 1). */
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {joinAlternatives, spellingHint, type ReportMistake} from '../../schema/check/mistakeTexts.ts';
import {findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import type {StepPoint} from '../own.ts';

const OPERATIONS = ['create', 'update', 'delete', 'actions'];
const POINTS: readonly StepPoint[] = ['before', 'after'];

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

/**
 * Returns all mistakes of own code, each a Portuguese sentence with its place: `steps.tickets.actions.aprova: "aprova" não é …`.
 *
 * @param own the default export, of any shape
 * @param file its path, the place of mistakes in the whole
 */
export const checkOwn = ({resources}: Config, own: unknown, file: string): string[] => {
  const mistakes: string[] = [];
  const report: ReportMistake = (place, mistake) => void mistakes.push(`${place === '' ? file : place}: ${mistake}.`);
  for (const [place, , steps] of knownEntries(own, '', report, ['steps'], 'uma opção aqui')) {
    for (const [resourcePlace, name, operations] of knownEntries(steps, place, report, Object.keys(resources), 'um recurso')) {
      const resource = resources[name];
      if (resource === undefined) continue;
      for (const [operationPlace, key, value] of knownEntries(operations, resourcePlace, report, OPERATIONS, 'uma opção aqui')) {
        if (key === 'actions') checkActions(value, operationPlace, report, name, resource);
        else checkPoints(value, operationPlace, report);
      }
    }
  }
  return mistakes;
};
