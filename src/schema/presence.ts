/** Who else has a record open (rules: Events 6): the calls that say so, and the times that both sides go by. */
import type {Endpoint, Resource} from './config/config.ts';
import {apiOf, parseEndpoint} from './paths.ts';

/** Seconds after the last renewal for which somebody counts as being there. */
export const PRESENCE_SECONDS = 30;
/** Milliseconds between two renewals of a page that is seen. */
export const RENEW_INTERVAL_MS = 15_000;

export interface PresenceCalls {
  renew: Endpoint;
  leave: Endpoint;
}

/** The calls of a resource with a life cycle whose records are read one by one; undefined for any other. */
export const presenceCalls = (name: string, resource: Resource): PresenceCalls | undefined => {
  const {list, one} = apiOf(name, resource);
  if (resource.status === undefined || list === undefined || one === undefined) return undefined;
  const path = `${parseEndpoint(list).path}/:id/presenca`;
  return {renew: `PUT ${path}`, leave: `DELETE ${path}`};
};
