/** What hangs on a record, and is told before something is done to it. */
import {entryOf} from '../access.ts';
import type {Config, Consequence, Endpoint, Resource} from '../config/config.ts';
import {apiOf, parseEndpoint} from '../paths.ts';
import {capital} from '../words/nouns.ts';
import {switchOf} from './toggle.ts';
import {personalWaits} from '../statuses/waiting.ts';
import {fromOf} from './workflow.ts';

/** The query parameter that says before what. */
export const BEFORE = 'antes';
/** Before a record is deleted; everything else has a name of its own: an action, a child that is written. */
export const DELETING = 'delete';

/** Before a user is saved: of what hangs on them only what they would no longer reach as they are about to be. */
export const UPDATING = 'update';
/** The query parameter with what would be saved, as the call that saves takes it. */
export const DATA = 'dados';

/** What is told before something; none where nothing is declared. */
export const consequencesBefore = ({consequences = {}}: Pick<Resource, 'consequences'>, before: string): [string, Consequence][] =>
  Object.entries(consequences).filter(([, one]) => one.before.includes(before));

/** Whether something is told before it is done to several records together. Of a save it is told what one user would lose. */
export const tellsOfSeveral = (resource: Pick<Resource, 'consequences'>, before: string): boolean =>
  before !== UPDATING && consequencesBefore(resource, before).every(([, {together}]) => together !== undefined);

/** The call that tells them of one record; undefined where nothing is declared, or the list has no call. */
export const consequencesCall = (name: string, resource: Resource): Endpoint | undefined => {
  const {list} = apiOf(name, resource);
  return list === undefined || resource.consequences === undefined ? undefined : `GET ${parseEndpoint(list).path}/:id/consequencias`;
};

/** The fields of a resource by which its records are counted before something is done to those they name. */
export const countedBy = ({resources}: Pick<Config, 'resources'>, name: string): ReadonlySet<string> =>
  new Set(Object.values(resources).flatMap(({consequences = {}}) =>
    Object.values(consequences).flatMap(({of, by}) => (of === name ? [by] : []))));

const OR = new Intl.ListFormat('pt-BR', {type: 'disjunction'});

/** What the team may do then with records that stand in one of these statuses, as it is called: what leads on. */
const waysOn = ({profiles}: Pick<Config, 'profiles'>, resource: Resource, statuses: readonly string[]): string => {
  const ways = Object.values(resource.actions ?? {}).filter(action => action.to !== undefined && statuses.some(key =>
    fromOf(resource, action)[key]?.some(entry => profiles[entryOf(entry).perfil]?.team === true) === true));
  return ways.length === 0 ? '' : `, que pode usar ${OR.format(ways.map(({label}) => label))}`;
};

/**
 * What users are told besides what they declare, before somebody is switched off or saved: how many records wait for that person, and would
 * wait for the team. One of the same name that is declared is told instead; nothing of a person whom somebody may not see.
 *
 * @param users of whom it is asked
 */
export const waitingConsequences = (
  config: Pick<Config, 'profiles' | 'resources'>, users: Resource,
): Record<string, Consequence> => {
  const before = [switchOf(users)?.disable, users.access.update.length > 0 ? UPDATING : undefined].flatMap(word => word ?? []);
  if (before.length === 0) return {};
  return Object.fromEntries(Object.entries(config.resources).flatMap(([of, resource]) =>
    [...personalWaits(resource)].filter(([by]) => resource.fields[by]?.see === undefined).map(([by, statuses]): [string, Consequence] => {
      const {one, many} = {one: resource.label.one.toLowerCase(), many: resource.label.many.toLowerCase()};
      const waiters = [...new Set(statuses.map(({waits = ''}) => waits))].map(waits => ({waits}));
      const team = `a equipe${waysOn(config, resource, statuses.map(({key}) => key))}`;
      return [`aguardam${capital(of)}${capital(by)}`, {
        of, by, before, where: waiters.length === 1 ? waiters : [{any: waiters}],
        one: `1 ${one} aguarda {${users.title}} e passa a aguardar ${team}.`,
        many: `{total} ${many} aguardam {${users.title}} e passam a aguardar ${team}.`,
        together: `${capital(many)} que aguardam estas pessoas e passam a aguardar ${team}: {total}.`,
      }];
    })));
};
