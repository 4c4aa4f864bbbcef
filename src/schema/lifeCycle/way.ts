/** The main way of a life cycle, from opening to end, read from what is declared (rules: Screens 11). */
import type {Asked} from '../conditions/asked.ts';
import {answerOf, lasts} from '../conditions/conditions.ts';
import type {Condition} from '../config/conditions.ts';
import type {Action, Resource} from '../config/config.ts';
import {endsOf, statusById, statusesOf, statusField, type Status} from '../statuses/statuses.ts';
import {isAuthor} from '../statuses/waiters.ts';
import {targetsOf} from './workflow.ts';

interface Way {
  /** From the first status to the end. */
  steps: readonly Status[];
  /** The record's place among them; -1: it stands beside the way. */
  at: number;
}

/** Where a new record stands. */
export const startOf = (resource: Resource): Status | undefined =>
  statusById(resource, statusField(resource)?.default) ?? statusesOf(resource)[0];

/** Whether what a record is made of is known to close it what asks for a condition. What moves with its life closes nothing for good. */
const closes = (condition: Condition, asked: Asked): boolean =>
  lasts(asked.resource, condition) && answerOf(condition, asked) === false;

/** The statuses an action may lead such a record to. */
const openTargets = (action: Action, asked: Asked): readonly string[] => {
  const {to, needs = []} = action;
  if (needs.some(condition => closes(condition, asked))) return [];
  return typeof to === 'object' && closes(to.when, asked) ? [to.else] : targetsOf(action);
};

/**
 * The statuses in their declared order, from the one a record begins in to the first end: without those in which something is missing
 * (they wait for the author), and without those that no action can lead such a record to. One that actions never lead to follows the
 * one declared before it.
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
