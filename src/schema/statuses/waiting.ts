/** Turn holders of records with a life cycle (rules: Tickets 16). */
import type {Config, Resource} from '../shapes/config.ts';
import type {Session} from '../session.ts';
import {TURN_HOLDER_KEY} from './responseKeys.ts';
import {statusById, statusesOf, statusIdOf, type Status} from './statuses.ts';
import {TEAM} from '../words/notices.ts';
import {turnHolderField} from './turnHolders.ts';

type WithStatuses = Pick<Resource, 'fields' | 'people' | 'status'>;

/**
 * Returns the turn holder of a status; `''` for nobody.
 *
 * @param isPassed whether a person's turn went to the team: the author answered last, the person cannot answer, or the step into the status
 *   gave it to the team
 */
export const turnHolderOfStatus = (resource: WithStatuses, idStatus: unknown, isPassed: boolean): string => {
  const {waits = ''} = statusById(resource, idStatus) ?? {};
  return isPassed && turnHolderField(resource, waits) !== undefined ? TEAM : waits;
};

/** Statuses that wait for a person of the record, by the field that names them. */
export const statusesByTurnHolderField = (resource: WithStatuses): ReadonlyMap<string, readonly Status[]> => {
  const fields = statusesOf(resource).flatMap(status => turnHolderField(resource, status.waits ?? '') ?? []);
  return new Map([...new Set(fields)].map(field =>
    [field, statusesOf(resource).filter(({waits = ''}) => turnHolderField(resource, waits) === field)]));
};

/** Tells whether a step of the resource can give a person's turn to the team. */
export const canPassTurnToTeam = (resource: WithStatuses & Pick<Resource, 'actions' | 'queue'>): boolean =>
  [resource.queue, ...Object.values(resource.actions ?? {})].some(step => step?.waits !== undefined)
    && statusesByTurnHolderField(resource).size > 0;

/** Returns the turn holder of a record: from the record itself, else from its status. */
export const turnHolderOfRecord = (resource: Resource, record: Readonly<Record<string, unknown>>): string =>
  (record[TURN_HOLDER_KEY] as string | undefined) ?? turnHolderOfStatus(resource, statusIdOf(resource, record), false);

export const listTurnHolders = (resource: Resource): Set<string> =>
  new Set(statusesOf(resource).flatMap(({id}) => [false, true].map(isPassed => turnHolderOfStatus(resource, id, isPassed))));

/** Tells whether it is the caller's turn: as the named person, by profile, or as a member of the team. */
export const isCallersTurn = (
  {profiles}: Config, resource: Resource, record: Readonly<Record<string, unknown>>, {id, perfil}: Session,
): boolean => {
  const turnHolder = turnHolderOfRecord(resource, record);
  const field = turnHolderField(resource, turnHolder);
  if (field !== undefined) return record[field] === id;
  return turnHolder === TEAM ? profiles[perfil]?.team === true : turnHolder === perfil;
};
