/** What hangs on a record, and is told before something is done to it. */
import type {Config, Consequence, Endpoint, Resource} from '../config/config.ts';
import {apiOf, parseEndpoint} from '../paths.ts';

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
