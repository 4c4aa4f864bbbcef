/**
 * The life cycle of a resource with statuses (§4, decisions §3), read from its declaration: the portal draws the
 * buttons from it, the server enforces it from it.
 */
import type {Action, GuardName, Resource} from './config.ts';
import type {Choice} from './fields.ts';
import {guards, type Facts} from './guards.ts';

export type Status = Choice & {key: string};

/** The statuses of a resource: the choices of its status field. Empty where it has none. */
export const statusesOf = (resource: Resource): readonly Status[] => {
  const field = resource.status === undefined ? undefined : resource.fields[resource.status];
  return field?.kind === 'escolha' ? field.choices.flatMap(choice => (choice.key === undefined ? [] : [{...choice, key: choice.key}])) : [];
};
export const statusById = (resource: Resource, id: unknown): Status | undefined => statusesOf(resource).find(status => status.id === id);
export const statusByKey = (resource: Resource, key: string): Status | undefined => statusesOf(resource).find(status => status.key === key);

/** `fornecedor:autor` is the profile `fornecedor` under the guard `autor`. */
const entryOf = (entry: string): {perfil: string; guard?: GuardName} => {
  const [perfil = '', guard] = entry.split(':');
  return guard === undefined ? {perfil} : {perfil, guard: guard as GuardName};
};

/** Profiles that may ever do the action, in any status. */
export const profilesOf = (action: Action): readonly string[] => [
  ...new Set([...(action.profiles ?? []), ...Object.values(action.from ?? {}).flat().map(entry => entryOf(entry).perfil)]),
];

/** Status keys the action leaves. Empty: any. */
export const leaves = (action: Action): readonly string[] => Object.keys(action.from ?? {});

export type Verdict =
  | {allowed: true}
  /** `perfil` answers 403; the others are 400 (decisions §2, §5). `alheia`: such a record has no such action; nobody is shown it. */
  | {allowed: false; why: 'perfil' | 'status' | 'condicao' | 'alheia'; reason: string};

export const REFUSED = 'Seu perfil não tem permissão para esta ação.';

/**
 * Whether a person may do an action to a record now, and if not, why in words.
 *
 * @param status the record's status key; undefined for a resource without statuses
 */
export const judge = (resource: Resource, action: Action, perfil: string, status: string | undefined, facts: Facts): Verdict => {
  if (!profilesOf(action).includes(perfil)) return {allowed: false, why: 'perfil', reason: REFUSED};
  if (action.from !== undefined) {
    const here = status === undefined ? undefined : action.from[status];
    if (here === undefined) return {allowed: false, why: 'status', reason: `Ticket já está em ${statusByKey(resource, status ?? '')?.name ?? 'outro status'}.`};
    const entry = here.map(entryOf).find(one => one.perfil === perfil);
    if (entry === undefined) return {allowed: false, why: 'perfil', reason: REFUSED};
    if (entry.guard !== undefined && !guards[entry.guard].holds(facts)) return {allowed: false, why: 'perfil', reason: guards[entry.guard].reason};
  }
  const missing = action.needs?.find(name => !guards[name].holds(facts));
  if (missing === undefined) return {allowed: true};
  return {allowed: false, why: guards[missing].applies === true ? 'alheia' : 'condicao', reason: guards[missing].reason};
};

/** The status key an action leads to; undefined when the record stays where it is. */
export const targetOf = (action: Action, facts: Facts): string | undefined => {
  if (action.to === undefined || typeof action.to === 'string') return action.to;
  return guards[action.to.when].holds(facts) ? action.to.then : action.to.else;
};

/** Every status an action may lead to. */
export const targetsOf = (action: Action): readonly string[] => {
  if (action.to === undefined) return [];
  return typeof action.to === 'string' ? [action.to] : [action.to.then, action.to.else];
};

/**
 * Statuses that people cannot get out of: an action leads in, none leads on, and it is not an end that nothing
 * leaves by design (`ends`). With `without`, ways that need one of these guards (a robot's workflow, say) do not count,
 * and a conditional way leads where it leads when the guard does not hold.
 */
export const traps = (resource: Resource, ends: readonly string[], without: readonly GuardName[] = []): string[] => {
  const actions = Object.values(resource.actions ?? {}).filter(action => !action.needs?.some(guard => without.includes(guard)));
  const targets = (action: Action): readonly string[] =>
    typeof action.to === 'object' && without.includes(action.to.when) ? [action.to.else] : targetsOf(action);
  const forward = (status: string) => actions.filter(action => action.from?.[status] !== undefined).flatMap(targets);
  const escapes = (status: string): boolean => {
    const seen = new Set([status]);
    const queue = [status];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (ends.includes(next)) return true;
      for (const target of forward(next)) {
        if (seen.has(target)) continue;
        seen.add(target);
        queue.push(target);
      }
    }
    return false;
  };
  return statusesOf(resource).map(status => status.key).filter(key => !ends.includes(key) && !escapes(key));
};
