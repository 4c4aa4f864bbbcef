/**
 * Actions of a record, evaluated from their declaration: the portal draws buttons by it, and the server enforces it (rules: Tickets 3, 4).
 */
import type {ConditionContext} from '../conditions/context.ts';
import {evaluateCondition, hidesIfFalse, conditionReason, inlineConditionOf} from '../conditions/evaluate.ts';
import type {Condition} from '../shapes/conditions.ts';
import {parseAccessEntry} from '../access.ts';
import type {Action, Operation, Resource} from '../shapes/config.ts';
import {memoize, memoizePair} from '../memoize.ts';
import {isInFinalStatus, openStatuses, statusById, statusByKey, statusIdOf} from '../statuses/statuses.ts';

/** Key in `from`: every open status. */
export const ANY_OPEN_STATUS = '*';

/** Profiles that may do the action in any status. */
export const profilesOfAction = memoize((action: Action): readonly string[] => [
  ...new Set([...(action.profiles ?? []), ...Object.values(action.from ?? {}).flat()].map(entry => parseAccessEntry(entry).perfil)),
]);

/** Entries that may do an action, by the status left. A status named itself overrides `*`. */
export const accessEntriesByStatus = memoizePair((resource: Resource, action: Action): Readonly<Record<string, readonly string[]>> => {
  const {[ANY_OPEN_STATUS]: anywhere, ...named} = action.from ?? {};
  if (anywhere === undefined) return named;
  return {...Object.fromEntries(openStatuses(resource).map(({key}) => [key, anywhere])), ...named};
});

/** Keys of the statuses that an action leaves; empty for any. */
export const listSourceStatuses = (resource: Resource, action: Action): readonly string[] =>
  Object.keys(accessEntriesByStatus(resource, action));

const DEFAULT_UPDATE = /^PUT [^/]+\/:id$/;

/** The action at the update call, which limits saving by status; undefined if there is none. */
export const findSavingAction = ({api, actions = {}}: Resource): [name: string, action: Action] | undefined =>
  Object.entries(actions).find(([, {call}]) => (api === undefined ? DEFAULT_UPDATE.test(call) : call === api.update));

export type Verdict =
  | {allowed: true}
  /**
   * `perfil` answers 403, the others 400 (rules: Tickets 9). `alheia`: the action does not apply to such a record and is shown to nobody.
   * `condition`: the failing one.
   */
  | {allowed: false; why: 'perfil' | 'status' | 'condicao' | 'alheia'; reason: string; condition?: Condition};
export type RefusedVerdict = Exclude<Verdict, {allowed: true}>;

export const PROFILE_REFUSAL = 'Seu perfil não tem permissão para esta ação.';

/** 'Ticket já está em Em-Atendimento.'; a leading 'Em' of the status is dropped: 'Chamado já está em Reparo.' */
export const alreadyInStatusMessage = (resource: Resource, idStatus: unknown): string =>
  `${resource.label.one} já está em ${(statusById(resource, idStatus)?.name ?? 'outro status').replace(/^em /i, '')}.`;

/** How an unknown condition counts: the button is shown anyway, the server refuses. */
type Unknown = 'allows' | 'refuses';

const passes = (condition: Condition, context: ConditionContext, unknown: Unknown): boolean =>
  evaluateCondition(condition, context) ?? unknown === 'allows';

/** Evaluates the caller's entry. The reason is that of its failing condition, if it has one. */
const evaluateEntry = (entries: readonly string[], context: ConditionContext, unknown: Unknown): Verdict => {
  const entry = entries.map(parseAccessEntry).find(candidate => candidate.perfil === context.session.perfil);
  if (entry === undefined) return {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL};
  const {condition} = entry;
  if (condition === undefined || passes(condition, context, unknown)) return {allowed: true};
  return {allowed: false, why: 'perfil', reason: conditionReason(context.resource, condition) || PROFILE_REFUSAL, condition};
};

/** Returns whether the caller may create, update or delete the record, with the reason if not. */
export const evaluateAccess = (operation: Operation, context: ConditionContext, unknown: Unknown): Verdict =>
  evaluateEntry(context.resource.access[operation], context, unknown);

/** Tells whether a precondition is met by an answer of the action, which is validated when it is given. */
export const isMetByAnswers = (resource: Resource, {asks = {}}: Action, need: Condition): boolean => {
  const {filled} = inlineConditionOf(resource, need);
  return filled !== undefined && asks[filled] !== undefined && !hidesIfFalse(resource, need);
};

/** Returns whether the caller may do an action on a record now, with the reason if not. */
export const evaluateAction = (action: Action, context: ConditionContext, unknown: Unknown): Verdict => {
  const {resource, record, session} = context;
  if (findSavingAction(resource)?.[1] === action) {
    const verdict = evaluateAccess('update', context, unknown);
    if (!verdict.allowed) return verdict;
  }
  if (!profilesOfAction(action).includes(session.perfil)) return {allowed: false, why: 'perfil', reason: PROFILE_REFUSAL};
  if (action.profiles !== undefined) {
    const verdict = evaluateEntry(action.profiles, context, unknown);
    if (!verdict.allowed) return verdict;
  }
  if (action.from !== undefined) {
    const id = statusIdOf(resource, record);
    const entries = accessEntriesByStatus(resource, action)[statusById(resource, id)?.key ?? ''];
    if (entries === undefined) return {allowed: false, why: 'status', reason: alreadyInStatusMessage(resource, id)};
    const verdict = evaluateEntry(entries, context, unknown);
    if (!verdict.allowed) return verdict;
  }
  // No action leaves a final status, unless its `from` says so.
  if (action.from === undefined && action.to !== undefined && isInFinalStatus(resource, record)) {
    return {allowed: false, why: 'status', reason: alreadyInStatusMessage(resource, statusIdOf(resource, record))};
  }
  const missing = action.needs?.find(need => !isMetByAnswers(resource, action, need) && !passes(need, context, unknown));
  if (missing === undefined) return {allowed: true};
  return {
    allowed: false, why: hidesIfFalse(resource, missing)
      ? 'alheia'
      : 'condicao', reason: conditionReason(resource, missing), condition: missing,
  };
};

/** Key of the status that an action leads to; undefined if the status stays. An unknown condition leads to `else`. */
export const targetStatus = (action: Action, context: ConditionContext): string | undefined => {
  if (action.to === undefined || typeof action.to === 'string') return action.to;
  return evaluateCondition(action.to.when, context) === true ? action.to.then : action.to.else;
};

export const listTargetStatuses = (action: Action): readonly string[] => {
  if (action.to === undefined) return [];
  return typeof action.to === 'string' ? [action.to] : [action.to.then, action.to.else];
};

export const listDeadEndStatuses = (resource: Resource): string[] => {
  const actions = Object.values(resource.actions ?? {});
  const forward = (status: string) =>
    actions.filter(action => accessEntriesByStatus(resource, action)[status] !== undefined).flatMap(listTargetStatuses);
  const escapes = (status: string): boolean => {
    const visited = new Set([status]);
    const queue = [status];
    for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
      if (statusByKey(resource, current)?.end === true) return true;
      for (const target of forward(current)) {
        if (visited.has(target)) continue;
        visited.add(target);
        queue.push(target);
      }
    }
    return false;
  };
  return openStatuses(resource).map(({key}) => key).filter(key => !escapes(key));
};
