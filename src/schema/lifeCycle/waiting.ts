/** Whom a record with a life cycle waits for: whose turn it is (rules: Tickets 16). */
import type {Config, Resource} from '../config/config.ts';
import type {Session} from '../session.ts';
import {WAITED_FOR} from './situation.ts';
import {statusById, statusesOf} from './statuses.ts';
import {TEAM} from '../words/notices.ts';
import {isAuthor, waitedField} from './waiters.ts';

/**
 * @param authorSpoke whether the last comment is the author's: what waited for them waits for the team then
 * @returns `''`: for nobody
 */
export const waitsFor = (resource: Pick<Resource, 'fields' | 'people' | 'status'>, idStatus: unknown, authorSpoke: boolean): string => {
  const {waits = ''} = statusById(resource, idStatus) ?? {};
  return authorSpoke && isAuthor(resource, waits) ? TEAM : waits;
};

/** The same of one record: as it says, else as its status does by declaration. */
export const waiterOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string =>
  (record[WAITED_FOR] as string | undefined) ?? waitsFor(resource, record[resource.status ?? ''], false);

/** Everybody whom some record of the resource can wait for. */
export const waitersOf = (resource: Resource): Set<string> =>
  new Set(statusesOf(resource).flatMap(({id}) => [false, true].map(spoke => waitsFor(resource, id, spoke))));

/** Whether it is this person's turn: theirs alone, or their profile's, or of the team and they are of it. */
export const awaitsMe = (
  {profiles}: Config, resource: Resource, record: Readonly<Record<string, unknown>>, {id, perfil}: Session,
): boolean => {
  const waiter = waiterOf(resource, record);
  const field = waitedField(resource, waiter);
  if (field !== undefined) return record[field] === id;
  return waiter === TEAM ? profiles[perfil]?.team === true : waiter === perfil;
};
