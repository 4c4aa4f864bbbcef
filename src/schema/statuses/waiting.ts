/** Whom a record with a life cycle waits for: whose turn it is (rules: Tickets 16). */
import type {Config, Resource} from '../config/config.ts';
import type {Session} from '../session.ts';
import {WAITED_FOR} from './situation.ts';
import {statusById, statusesOf, statusIdOf, type Status} from './statuses.ts';
import {TEAM} from '../words/notices.ts';
import {waitedField} from './waiters.ts';

type Living = Pick<Resource, 'fields' | 'people' | 'status'>;

/**
 * @param isPassed whether what waited for a person waits for the team now: its author answered last, the person is not there, or the step
 *   into the status left it to the team
 * @returns `''`: for nobody
 */
export const waitsFor = (resource: Living, idStatus: unknown, isPassed: boolean): string => {
  const {waits = ''} = statusById(resource, idStatus) ?? {};
  return isPassed && waitedField(resource, waits) !== undefined ? TEAM : waits;
};

/** The statuses that wait for a person of the record, by the field that names them. */
export const personalWaits = (resource: Living): ReadonlyMap<string, readonly Status[]> => {
  const fields = statusesOf(resource).flatMap(status => waitedField(resource, status.waits ?? '') ?? []);
  return new Map([...new Set(fields)].map(field =>
    [field, statusesOf(resource).filter(({waits = ''}) => waitedField(resource, waits) === field)]));
};

/** Whether some step of a resource leaves to the team what its status would ask of a person. */
export const escalates = (resource: Living & Pick<Resource, 'actions' | 'queue'>): boolean =>
  [resource.queue, ...Object.values(resource.actions ?? {})].some(step => step?.waits !== undefined) && personalWaits(resource).size > 0;

/** The same of one record: as it says, else as its status does by declaration. */
export const waiterOf = (resource: Resource, record: Readonly<Record<string, unknown>>): string =>
  (record[WAITED_FOR] as string | undefined) ?? waitsFor(resource, statusIdOf(resource, record), false);

/** Everybody whom some record of the resource can wait for. */
export const waitersOf = (resource: Resource): Set<string> =>
  new Set(statusesOf(resource).flatMap(({id}) => [false, true].map(isPassed => waitsFor(resource, id, isPassed))));

/** Whether it is this person's turn: theirs alone, or their profile's, or of the team and they are of it. */
export const awaitsMe = (
  {profiles}: Config, resource: Resource, record: Readonly<Record<string, unknown>>, {id, perfil}: Session,
): boolean => {
  const waiter = waiterOf(resource, record);
  const field = waitedField(resource, waiter);
  if (field !== undefined) return record[field] === id;
  return waiter === TEAM ? profiles[perfil]?.team === true : waiter === perfil;
};
