/**
 * What may be done to a record, read from its declaration: the portal draws the buttons from it, the server enforces it
 * from it (rules: Tickets 3, 4).
 */
import type {Asked} from '../conditions/asked.ts';
import {answerOf, hides, reasonOf, spelledOf} from '../conditions/conditions.ts';
import type {Condition} from '../config/conditions.ts';
import {entryOf} from '../access.ts';
import type {Action, Operation, Resource} from '../config/config.ts';
import {onceFor, onceForEach} from '../onceFor.ts';
import {isEnded, openOf, statusById, statusByKey, statusIdOf} from '../statuses/statuses.ts';

/** The instant or day of the action, in `sets`. */
export const NOW = 'agora';

/** Every status that is no end, in `from`. */
export const ANY = '*';

/** Profiles that may ever do the action, in any status. */
export const profilesOf = onceFor((action: Action): readonly string[] => [
  ...new Set([...(action.profiles ?? []), ...Object.values(action.from ?? {}).flat()].map(entry => entryOf(entry).perfil)),
]);

/** Who may do an action, by the status it leaves; what `*` says holds where the status is not named itself. */
export const fromOf = onceForEach((resource: Resource, action: Action): Readonly<Record<string, readonly string[]>> => {
  const {[ANY]: anywhere, ...named} = action.from ?? {};
  if (anywhere === undefined) return named;
  return {...Object.fromEntries(openOf(resource).map(({key}) => [key, anywhere])), ...named};
});

/** Status keys the action leaves. Empty: any. */
export const leaves = (resource: Resource, action: Action): readonly string[] => Object.keys(fromOf(resource, action));

/** The update call of a resource that declares no dialect. */
const DEFAULT_UPDATE = /^PUT [^/]+\/:id$/;

/** The action at the update call, which says who may save in which status; undefined where saving has no rule of its own. */
export const savingOf = ({api, actions = {}}: Resource): [name: string, action: Action] | undefined =>
  Object.entries(actions).find(([, {call}]) => (api === undefined ? DEFAULT_UPDATE.test(call) : call === api.update));

export type Verdict =
  | {allowed: true}
  /**
   * `perfil` answers 403; the others are 400 (rules: Tickets 9). `alheia`: such a record has no such action; nobody is shown it.
   * `condition`: the one that does not hold.
   */
  | {allowed: false; why: 'perfil' | 'status' | 'condicao' | 'alheia'; reason: string; condition?: Condition};
export type Refused = Exclude<Verdict, {allowed: true}>;

export const REFUSED = 'Seu perfil não tem permissão para esta ação.';

/** 'Ticket já está em Em-Atendimento.'; of a status that says 'Em' by itself, 'Chamado já está em Reparo.' */
export const standsIn = (resource: Resource, idStatus: unknown): string =>
  `${resource.label.one} já está em ${(statusById(resource, idStatus)?.name ?? 'outro status').replace(/^em /i, '')}.`;

/** How a fact that is not known counts: a button is drawn all the same, the server refuses. */
type Unknown = 'allows' | 'refuses';

const holds = (condition: Condition, asked: Asked, unknown: Unknown): boolean => answerOf(condition, asked) ?? unknown === 'allows';

/** The profile's entry among those who may; the reason is that of its condition, where it has one that does not hold. */
const judgeEntry = (entries: readonly string[], asked: Asked, unknown: Unknown): Verdict => {
  const entry = entries.map(entryOf).find(one => one.perfil === asked.session.perfil);
  if (entry === undefined) return {allowed: false, why: 'perfil', reason: REFUSED};
  const {condition} = entry;
  if (condition === undefined || holds(condition, asked, unknown)) return {allowed: true};
  return {allowed: false, why: 'perfil', reason: reasonOf(asked.resource, condition) || REFUSED, condition};
};

/** Whether whoever asks may make such a record, save it or delete it, and if not, why in words. */
export const judgeAccess = (operation: Operation, asked: Asked, unknown: Unknown): Verdict =>
  judgeEntry(asked.resource.access[operation], asked, unknown);

/** Whether it is the action's own answers by which a need is met: that a field has a value is told once they are given. */
export const isAnswered = (resource: Resource, {asks = {}}: Action, need: Condition): boolean => {
  const {filled} = spelledOf(resource, need);
  return filled !== undefined && asks[filled] !== undefined && !hides(resource, need);
};

/** Whether whoever asks may do an action to a record now, and if not, why in words. */
export const judge = (action: Action, asked: Asked, unknown: Unknown): Verdict => {
  const {resource, record, session} = asked;
  if (savingOf(resource)?.[1] === action) {
    const verdict = judgeAccess('update', asked, unknown);
    if (!verdict.allowed) return verdict;
  }
  if (!profilesOf(action).includes(session.perfil)) return {allowed: false, why: 'perfil', reason: REFUSED};
  if (action.profiles !== undefined) {
    const verdict = judgeEntry(action.profiles, asked, unknown);
    if (!verdict.allowed) return verdict;
  }
  if (action.from !== undefined) {
    const id = statusIdOf(resource, record);
    const here = fromOf(resource, action)[statusById(resource, id)?.key ?? ''];
    if (here === undefined) return {allowed: false, why: 'status', reason: standsIn(resource, id)};
    const verdict = judgeEntry(here, asked, unknown);
    if (!verdict.allowed) return verdict;
  }
  // An end is left by nothing.
  if (action.from === undefined && action.to !== undefined && isEnded(resource, record)) {
    return {allowed: false, why: 'status', reason: standsIn(resource, statusIdOf(resource, record))};
  }
  const missing = action.needs?.find(need => !isAnswered(resource, action, need) && !holds(need, asked, unknown));
  if (missing === undefined) return {allowed: true};
  return {
    allowed: false, why: hides(resource, missing) ? 'alheia' : 'condicao', reason: reasonOf(resource, missing), condition: missing,
  };
};

/** The status key an action leads to; undefined when the record stays where it is. A way whose condition is not known leads elsewhere. */
export const targetOf = (action: Action, asked: Asked): string | undefined => {
  if (action.to === undefined || typeof action.to === 'string') return action.to;
  return answerOf(action.to.when, asked) === true ? action.to.then : action.to.else;
};

/** Every status an action may lead to. */
export const targetsOf = (action: Action): readonly string[] => {
  if (action.to === undefined) return [];
  return typeof action.to === 'string' ? [action.to] : [action.to.then, action.to.else];
};

/** Statuses that people cannot get out of: no way of actions leads from them to an end. */
export const traps = (resource: Resource): string[] => {
  const actions = Object.values(resource.actions ?? {});
  const forward = (status: string) => actions.filter(action => fromOf(resource, action)[status] !== undefined).flatMap(targetsOf);
  const escapes = (status: string): boolean => {
    const seen = new Set([status]);
    const queue = [status];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (statusByKey(resource, next)?.end === true) return true;
      for (const target of forward(next)) {
        if (seen.has(target)) continue;
        seen.add(target);
        queue.push(target);
      }
    }
    return false;
  };
  return openOf(resource).map(({key}) => key).filter(key => !escapes(key));
};
