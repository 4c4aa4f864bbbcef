/** Texts for the waiter and the attendant of a record. */
import type {Config, Resource} from '../config/config.ts';
import type {Session} from '../session.ts';
import {nameCarrierField} from './detailFields.ts';
import {attendantField} from '../statuses/people.ts';
import {isAuthorWaiter, waiterField, waiterName} from '../statuses/waiters.ts';
import {waiterOfRecord} from '../statuses/waiting.ts';

type Reader = Pick<Session, 'id'> | undefined;

/**
 * Returns the name of a record's waiter; undefined for nobody.
 *
 * @param reader the person to call 'Você', if any
 */
export const formatWaiter = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const waiter = waiterOfRecord(resource, record);
  const field = waiterField(resource, waiter);
  if (reader && field !== undefined && record[field] === reader.id) return 'Você';
  const name = field === undefined || isAuthorWaiter(resource, waiter) ? undefined : record[nameCarrierField(config, resource, field)];
  if (typeof name === 'string' && name !== '') return name;
  return waiter === '' ? undefined : waiterName(resource, waiter, config.profiles);
};

/**
 * Returns the name of a record's attendant; undefined for nobody, for an unknown name, or if it is the waiter.
 *
 * @param reader the person to call 'você', if any
 */
export const formatAttendant = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const field = attendantField(resource);
  if (field === undefined || !record[field]) return undefined;
  const name = record[field] === reader?.id ? 'você' : record[nameCarrierField(config, resource, field)];
  if (typeof name !== 'string' || name === '') return undefined;
  return formatWaiter(config, resource, record, reader)?.toLowerCase() === name.toLowerCase() ? undefined : name;
};

/** Both names for an exported column, without 'Você': 'Equipe com Ana Prado'. */
export const formatTurn = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const waiter = formatWaiter(config, resource, record, undefined);
  const attendant = formatAttendant(config, resource, record, undefined);
  if (waiter === undefined) return '';
  return attendant === undefined ? waiter : `${waiter} com ${attendant}`;
};
