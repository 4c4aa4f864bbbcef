/** Robots, and the profiles that watch their queues. Separate from `queue.ts`, which the menu does not load. */
import {isHumanProfile} from './access.ts';
import type {Action, Config, Resource} from './shapes/config.ts';
import {accessEntriesByStatus, profilesOfAction, listTargetStatuses} from './lifeCycle/workflow.ts';

export const listRobotProfiles = ({profiles}: Config): string[] => Object.keys(profiles).filter(name => profiles[name]?.robot === true);

export const robotIds = (config: Config): number[] => listRobotProfiles(config).flatMap(name => config.profiles[name]?.id ?? []);

/** Profiles that may watch a queue: robots, and those with an action that takes a record out of it. */
export const listQueueWatchers = (config: Config, resource: Resource): string[] => {
  const {waiting = '', working = ''} = resource.queue ?? {};
  const takesFromQueue = (action: Action): boolean =>
    listTargetStatuses(action).length > 0 && [waiting, working].some(key => accessEntriesByStatus(resource, action)[key] !== undefined);
  const takers = new Set(Object.values(resource.actions ?? {}).filter(takesFromQueue).flatMap(profilesOfAction));
  return Object.keys(config.profiles).filter(name => takers.has(name) || config.profiles[name]?.robot === true);
};

/** Queues that a profile of people watches, by resource. */
export const listWatchedQueues = (config: Config, perfil: string): string[] =>
  (isHumanProfile(config.profiles[perfil]) ? Object.entries(config.resources) : [])
    .flatMap(([name, resource]) => (resource.queue !== undefined && listQueueWatchers(config, resource).includes(perfil) ? [name] : []));
