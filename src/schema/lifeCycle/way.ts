/** Main path of a life cycle, from the first status to the end, derived from the declaration (rules: Screens 11). */
import type {Asked} from '../conditions/asked.ts';
import {answerOf, lasts} from '../conditions/conditions.ts';
import type {Condition} from '../config/conditions.ts';
import type {Action, Resource} from '../config/config.ts';
import {endsOf, statusById, statusesOf, statusField, type Status} from '../statuses/statuses.ts';
import {isAuthor} from '../statuses/waiters.ts';
import {targetsOf} from './workflow.ts';

interface Way {
  /** From the first status to the final one. */
  steps: readonly Status[];
  /** Index of the record's status; -1 if it is not on the path. */
  at: number;
}

/** Status of a new record. */
export const startOf = (resource: Resource): Status | undefined =>
  statusById(resource, statusField(resource)?.default) ?? statusesOf(resource)[0];

/** Whether a failing condition excludes a step for good. A condition whose result can change during the life cycle excludes nothing. */
const closes = (condition: Condition, asked: Asked): boolean =>
  lasts(asked.resource, condition) && answerOf(condition, asked) === false;

/** Statuses to which an action can lead this record. */
const openTargets = (action: Action, asked: Asked): readonly string[] => {
  const {to, needs = []} = action;
  if (needs.some(condition => closes(condition, asked))) return [];
  return typeof to === 'object' && closes(to.when, asked) ? [to.else] : targetsOf(action);
};

/**
 * Returns the statuses of the main path in declared order, from the first one to the first final one. Statuses that wait for the author are
 * left out, because something is missing there, and so are those that no action can reach for this record. A status that no action ever
 * reaches follows the one declared before it.
 */
export const wayOf = (asked: Asked): Way => {
  const {resource, record} = asked;
  const actions = Object.values(resource.actions ?? {});
  const anyRecord = new Set(actions.flatMap(targetsOf));
  const open = new Set(actions.flatMap(action => openTargets(action, asked)));
  const start = startOf(resource);
  const steps: Status[] = start === undefined ? [] : [start];
  let before = true;
  for (const status of statusesOf(resource)) {
    if (status === start || status.end === true) continue;
    before = anyRecord.has(status.key) ? open.has(status.key) : before;
    if (before && !isAuthor(resource, status.waits ?? '')) steps.push(status);
  }
  const end = endsOf(resource)[0];
  if (end !== undefined) steps.push(end);
  const id = resource.status === undefined ? undefined : record[resource.status];
  return {steps, at: steps.findIndex(status => status.id === id)};
};
