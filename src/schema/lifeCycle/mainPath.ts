/** Main path of a life cycle, from the first status to the end, derived from the declaration (rules: Screens 11). */
import type {ConditionContext} from '../conditions/context.ts';
import {evaluateCondition, isStableCondition} from '../conditions/evaluate.ts';
import type {Condition} from '../shapes/conditions.ts';
import type {Action, Resource} from '../shapes/config.ts';
import {finalStatuses, statusById, statusesOf, statusField, type Status} from '../statuses/statuses.ts';
import {isAuthorTurnHolder} from '../statuses/turnHolders.ts';
import {listTargetStatuses} from './workflow.ts';

interface MainPath {
  /** From the first status to the final one. */
  steps: readonly Status[];
  /** Index of the record's status; -1 if it is not on the path. */
  at: number;
}

export const initialStatus = (resource: Resource): Status | undefined =>
  statusById(resource, statusField(resource)?.default) ?? statusesOf(resource)[0];

/** Tells whether a failing condition excludes a step for good. A condition that can change during the life cycle excludes nothing. */
const excludes = (condition: Condition, context: ConditionContext): boolean =>
  isStableCondition(context.resource, condition) && evaluateCondition(condition, context) === false;

const reachableTargets = (action: Action, context: ConditionContext): readonly string[] => {
  const {to, needs = []} = action;
  if (needs.some(condition => excludes(condition, context))) return [];
  return typeof to === 'object' && excludes(to.when, context) ? [to.else] : listTargetStatuses(action);
};

/**
 * Returns the statuses of the main path in declared order, from the first one to the first final one. Statuses that wait for the author are
 * left out, because something is missing there, and so are those that no action can reach for this record. A status that no action ever
 * reaches follows the one declared before it.
 */
export const mainPathOf = (context: ConditionContext): MainPath => {
  const {resource, record} = context;
  const actions = Object.values(resource.actions ?? {});
  const anyRecord = new Set(actions.flatMap(listTargetStatuses));
  const open = new Set(actions.flatMap(action => reachableTargets(action, context)));
  const start = initialStatus(resource);
  const steps: Status[] = start === undefined ? [] : [start];
  let isOnPath = true;
  for (const status of statusesOf(resource)) {
    if (status === start || status.end === true) continue;
    isOnPath = anyRecord.has(status.key) ? open.has(status.key) : isOnPath;
    if (isOnPath && !isAuthorTurnHolder(resource, status.waits ?? '')) steps.push(status);
  }
  const end = finalStatuses(resource)[0];
  if (end !== undefined) steps.push(end);
  const id = resource.status === undefined ? undefined : record[resource.status];
  return {steps, at: steps.findIndex(status => status.id === id)};
};
