/** Texts for the waiter and the attendant of a record. */
import type {Config, Resource} from '../config/config.ts';
import type {Session} from '../session.ts';
import {carriedBy} from './carried.ts';
import {attendantField} from '../statuses/people.ts';
import {isAuthor, waitedField, waiterName} from '../statuses/waiters.ts';
import {waiterOf} from '../statuses/waiting.ts';

type Reader = Pick<Session, 'id'> | undefined;

/**
 * Returns the name of a record's waiter; undefined for nobody.
 *
 * @param reader the person to call 'Você', if any
 */
export const readWaiter = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const waiter = waiterOf(resource, record);
  const field = waitedField(resource, waiter);
  if (reader && field !== undefined && record[field] === reader.id) return 'Você';
  const name = field === undefined || isAuthor(resource, waiter) ? undefined : record[carriedBy(config, resource, field)];
  if (typeof name === 'string' && name !== '') return name;
  return waiter === '' ? undefined : waiterName(resource, waiter, config.profiles);
};

/**
 * Returns the name of a record's attendant; undefined for nobody, for an unknown name, or if it is the waiter.
 *
 * @param reader the person to call 'você', if any
 */
export const readAttendant = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const field = attendantField(resource);
  if (field === undefined || !record[field]) return undefined;
  const name = record[field] === reader?.id ? 'você' : record[carriedBy(config, resource, field)];
  if (typeof name !== 'string' || name === '') return undefined;
  return readWaiter(config, resource, record, reader)?.toLowerCase() === name.toLowerCase() ? undefined : name;
};

/** Both names for an exported column, without 'Você': 'Equipe com Ana Prado'. */
export const readTurn = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const waiter = readWaiter(config, resource, record, undefined);
  const attendant = readAttendant(config, resource, record, undefined);
  if (waiter === undefined) return '';
  return attendant === undefined ? waiter : `${waiter} com ${attendant}`;
};
