/** Texts for the turn holder and the attendant of a record. */
import type {Config, Resource} from '../shapes/config.ts';
import type {Session} from '../session.ts';
import {referenceNameField} from './detailFields.ts';
import {attendantField} from '../statuses/people.ts';
import {isAuthorTurnHolder, turnHolderField, turnHolderName} from '../statuses/turnHolders.ts';
import {turnHolderOfRecord} from '../statuses/waiting.ts';

type Reader = Pick<Session, 'id'> | undefined;

/**
 * Returns the name of a record's turn holder; undefined for nobody.
 *
 * @param reader the person to call 'Você', if any
 */
export const formatTurnHolder = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const turnHolder = turnHolderOfRecord(resource, record);
  const field = turnHolderField(resource, turnHolder);
  if (reader && field !== undefined && record[field] === reader.id) return 'Você';
  const name = field === undefined || isAuthorTurnHolder(resource, turnHolder)
    ? undefined
    : record[referenceNameField(config, resource, field)];
  if (typeof name === 'string' && name !== '') return name;
  return turnHolder === '' ? undefined : turnHolderName(resource, turnHolder, config.profiles);
};

/**
 * Returns the name of a record's attendant; undefined for nobody, for an unknown name, or if it is the turn holder.
 *
 * @param reader the person to call 'você', if any
 */
export const formatAttendant = (
  config: Config, resource: Resource, record: Readonly<Record<string, unknown>>, reader: Reader,
): string | undefined => {
  const field = attendantField(resource);
  if (field === undefined || !record[field]) return undefined;
  const name = record[field] === reader?.id ? 'você' : record[referenceNameField(config, resource, field)];
  if (typeof name !== 'string' || name === '') return undefined;
  return formatTurnHolder(config, resource, record, reader)?.toLowerCase() === name.toLowerCase() ? undefined : name;
};

/** Both names for an exported column, without 'Você': 'Equipe com Ana Prado'. */
export const formatTurn = (config: Config, resource: Resource, record: Readonly<Record<string, unknown>>): string => {
  const turnHolder = formatTurnHolder(config, resource, record, undefined);
  const attendant = formatAttendant(config, resource, record, undefined);
  if (turnHolder === undefined) return '';
  return attendant === undefined ? turnHolder : `${turnHolder} com ${attendant}`;
};
