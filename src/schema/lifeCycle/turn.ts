/** Whose turn it is at a record, and who attends it, in words. */
import type {Config, Resource} from '../config/config.ts';
import type {Session} from '../session.ts';
import {carriedBy} from './carried.ts';
import {attendantField} from '../statuses/people.ts';
import {isAuthor, waitedField, waiterName} from '../statuses/waiters.ts';
import {waiterOf} from '../statuses/waiting.ts';

type Reader = Pick<Session, 'id'> | undefined;

/**
 * Whom a record waits for, as it says, else as its status does by declaration; undefined: for nobody that is known.
 *
 * @param reader who is 'you'; undefined: nobody
 */
export const readWaiter = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const waiter = waiterOf(resource, record);
  const by = waitedField(resource, waiter);
  if (reader && by !== undefined && record[by] === reader.id) return 'Você';
  const name = by === undefined || isAuthor(resource, waiter) ? undefined : record[carriedBy(config, resource, by)];
  if (typeof name === 'string' && name !== '') return name;
  return waiter === '' ? undefined : waiterName(resource, waiter, config.profiles);
};

/** Who attends a record; undefined where nobody does, it waits for them by that name, or it does not say. @param reader as above */
export const readAttendant = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const by = attendantField(resource);
  if (by === undefined || !record[by]) return undefined;
  const name = record[by] === reader?.id ? 'você' : record[carriedBy(config, resource, by)];
  if (typeof name !== 'string' || name === '') return undefined;
  return readWaiter(config, resource, record, reader)?.toLowerCase() === name.toLowerCase() ? undefined : name;
};

/** Both as the column of a file, which anybody reads on any day: 'Equipe com Ana Prado'. */
export const readTurn = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const waiter = readWaiter(config, resource, record, undefined);
  const attendant = readAttendant(config, resource, record, undefined);
  if (waiter === undefined) return '';
  return attendant === undefined ? waiter : `${waiter} com ${attendant}`;
};
