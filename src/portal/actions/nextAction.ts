/** The next action of a single record, and the action that unlocks it for saving. Kept out of the list's chunk. */
import {parseAccessEntry} from '../../schema/access.ts';
import type {Action, ActionPlace, Resource} from '../../schema/shapes/config.ts';
import {attendantField} from '../../schema/statuses/people.ts';
import {statusById, statusByKey} from '../../schema/statuses/statuses.ts';
import {accessEntriesByStatus, targetStatus, listTargetStatuses, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import {resolveWrittenValues} from '../../schema/lifeCycle/writtenValues.ts';
import type {Session} from '../../schema/session.ts';
import {useResourceAndSession, useResource, useSession} from '../session/context.ts';
import {
  recordConditionContext, judgeActions, savingVerdict, type ActionRecord, type JudgedAction, type JudgeArguments,
} from '../api/actionVerdicts.ts';
import {useActions} from './useActions.ts';

/** The caller, as a value of `sets`. */
const CALLER = 'session.id';

/** Builds a predicate: the action makes the caller the attendant of a record that is not theirs. */
const takesOver = (resource: Resource, record: ActionRecord, {id}: Session): ((judgedAction: JudgedAction) => boolean) => {
  const field = attendantField(resource) ?? '';
  const isOpen = record[field] !== undefined && record[field] !== id;
  return ({action}) => isOpen && action.sets?.[field] === CALLER;
};

/**
 * Chooses the next action, in this order: a primary reply, a primary action, a reply, taking the record over, a harmless transition.
 * Undefined: none is allowed.
 */
const chooseNext = (
  resource: Resource, record: ActionRecord, session: Session, actions: readonly JudgedAction[],
): JudgedAction | undefined => {
  const isPrimary = ({action}: JudgedAction): boolean => action.tone === 'primary';
  const isReply = ({replyTransitions}: JudgedAction): boolean => replyTransitions !== undefined;
  const isTransition = ({action: {to, tone}}: JudgedAction): boolean => to !== undefined && tone !== 'danger';
  const allowed = actions.filter(({verdict}) => verdict.allowed);
  return [
    (judgedAction: JudgedAction) => isPrimary(judgedAction) && isReply(judgedAction),
    isPrimary, isReply, takesOver(resource, record, session), isTransition,
  ].flatMap(matches => allowed.find(matches) ?? [])[0];
};

/**
 * Finds the primary action that would end the record but needs another status, with the shortest path of harmless actions to it
 * (breadth-first search). Undefined: the caller cannot reach it.
 */
export const reachableFinalAction = (...judging: JudgeArguments): {label: string; after: readonly string[]} | undefined => {
  const [config, resource, record, session] = judging;
  const startsFrom = ({action}: JudgedAction, key: string): boolean =>
    accessEntriesByStatus(resource, action)[key]?.some(entry => parseAccessEntry(entry).perfil === session.perfil) === true;
  const all = judgeActions(judging, (_name, {to, tone}) => to !== undefined && tone !== 'danger');
  const finalAction = all.find(({action, verdict}) => !verdict.allowed && verdict.why === 'status' && action.tone === 'primary' &&
    listTargetStatuses(action).every(key => statusByKey(resource, key)?.end === true));
  if (finalAction === undefined) return undefined;
  const conditionContext = recordConditionContext(config, resource, record, session);
  const paths: {at: string; after: readonly string[]}[] = [{at: statusById(resource, record[resource.status ?? ''])?.key ?? '', after: []}];
  for (const {at, after} of paths) {
    if (startsFrom(finalAction, at)) return {label: finalAction.action.label, after};
    for (const candidate of all) {
      const to = targetStatus(candidate.action, conditionContext);
      const isOpen = after.length === 0 ? candidate.verdict.allowed : startsFrom(candidate, at);
      if (isOpen && to !== undefined && paths.every(path => path.at !== to)) {
        paths.push({at: to, after: [...after, candidate.action.label]});
      }
    }
  }
  return undefined;
};

/** Chooses an action after which the caller may save a record that is locked now, harmless ones first; undefined: none. */
const chooseUnlocking = (...judging: JudgeArguments): JudgedAction | undefined => {
  const [config, resource, record, session] = judging;
  const {status = ''} = resource;
  const maySave = (candidate: ActionRecord): boolean => savingVerdict(config, resource, {...candidate, acoes: undefined}, session).allowed;
  const after = ({sets = {}, ...action}: Action): ActionRecord[] => {
    const changed = {...record, ...resolveWrittenValues(resource.fields, sets, {resource, record, session})};
    return action.to === undefined
      ? [changed]
      : listTargetStatuses(action).map(key => ({...changed, [status]: statusByKey(resource, key)?.id}));
  };
  // `acoes` is left out, because the server's answer describes the current state, not the changed one.
  return maySave(record) ? undefined : judgeActions(judging, (_name, {to, sets}) => (to ?? sets) !== undefined)
    .filter(({verdict, action}) => verdict.allowed && after(action).every(maySave))
    .toSorted((left, right) => Number(left.action.tone === 'danger') - Number(right.action.tone === 'danger'))[0];
};

/** The next action among those that a place shows. */
export const useNextAction = (resourceName: string, record: ActionRecord, place: ActionPlace): JudgedAction | undefined =>
  chooseNext(useResource(resourceName), record, useSession(), useActions(resourceName, record, place));

/** A record's saving verdict, which names the unlocking action if there is one. New records may be saved. */
export const useSavingVerdict = (resourceName: string, record: ActionRecord | undefined): Verdict => {
  const {config, resource, session} = useResourceAndSession(resourceName);
  const verdict: Verdict = record === undefined ? {allowed: true} : savingVerdict(config, resource, record, session);
  if (verdict.allowed || record === undefined) return verdict;
  const unlocking = chooseUnlocking(config, resource, record, session);
  return unlocking === undefined ? verdict : {...verdict, reason: `Para editar, use “${unlocking.action.label}”.`};
};
