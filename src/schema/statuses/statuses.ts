/** Statuses of a resource with a life cycle: the choices of its status field. */
import type {Resource} from '../shapes/config.ts';
import type {FieldChoice, FieldOf} from '../shapes/fields.ts';
import {isCreation} from '../fields/kinds.ts';
import {memoize} from '../memoize.ts';

export type Status = FieldChoice & {key: string};

type WithStatuses = Pick<Resource, 'fields' | 'status'>;

/** The status field; undefined for a resource without a life cycle. */
export const statusField = ({status, fields}: WithStatuses): FieldOf<'escolha'> | undefined => {
  const field = status === undefined ? undefined : fields[status];
  return field?.kind === 'escolha' ? field : undefined;
};

/** Statuses in their declared order; empty for a resource without a life cycle. */
export const statusesOf = memoize((resource: WithStatuses): readonly Status[] =>
  (statusField(resource)?.choices ?? []).flatMap(choice => (choice.key === undefined ? [] : [{...choice, key: choice.key}])));
export const statusById = (resource: WithStatuses, id: unknown): Status | undefined =>
  statusesOf(resource).find(status => status.id === id);
export const statusByKey = (resource: WithStatuses, key: string): Status | undefined =>
  statusesOf(resource).find(status => status.key === key);

/** Id of a record's status; undefined for a resource without a life cycle. */
export const statusIdOf = ({status}: Pick<Resource, 'status'>, record: Readonly<Record<string, unknown>>): unknown =>
  (status === undefined ? undefined : record[status]);
export const isInFinalStatus = (resource: WithStatuses, record: Readonly<Record<string, unknown>>): boolean =>
  statusById(resource, statusIdOf(resource, record))?.end === true;

export const finalStatuses = (resource: WithStatuses): readonly Status[] => statusesOf(resource).filter(({end}) => end === true);
export const openStatuses = (resource: WithStatuses): readonly Status[] => statusesOf(resource).filter(({end}) => end !== true);

/** Instants written on entry into a status: `now` by field. */
export const statusStamps = <T>(
  resource: WithStatuses & Pick<Resource, 'since'>, values: Readonly<Record<string, unknown>>, now: T,
): Record<string, T> => {
  const status = statusById(resource, statusIdOf(resource, values));
  const stamped = status === undefined ? [] : [resource.since, status.stamps];
  return Object.fromEntries(stamped.flatMap(field => (field === undefined ? [] : [[field, now]])));
};

/** Instants written on creation: `now` by field, those of the first status included. */
export const creationStamps = <T>(
  resource: WithStatuses & Pick<Resource, 'since'>, values: Readonly<Record<string, unknown>>, now: T,
): Record<string, T> => {
  const {fields, status = ''} = resource;
  const creationFields = Object.entries(fields).flatMap(([name, field]) => (isCreation(field) ? [[name, now] as const] : []));
  return {...Object.fromEntries(creationFields), ...statusStamps(resource, {[status]: values[status] ?? fields[status]?.default}, now)};
};
