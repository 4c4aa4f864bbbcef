/** Presence: who else has a record open (rules: Events 6). */
import type {Endpoint, Resource} from './shapes/config.ts';
import {apiOf, parseEndpoint} from './paths.ts';

/** Lifetime of a presence without renewal, in seconds. */
export const PRESENCE_SECONDS = 30;
export const RENEW_INTERVAL_MS = 15_000;

export interface PresenceCalls {
  renew: Endpoint;
  leave: Endpoint;
}

/** Presence calls of a resource with a life cycle and a call for one record; undefined for any other. */
export const presenceCalls = (name: string, resource: Resource): PresenceCalls | undefined => {
  const {list, one} = apiOf(name, resource);
  if (resource.status === undefined || list === undefined || one === undefined) return undefined;
  const path = `${parseEndpoint(list).path}/:id/presenca`;
  return {renew: `PUT ${path}`, leave: `DELETE ${path}`};
};
