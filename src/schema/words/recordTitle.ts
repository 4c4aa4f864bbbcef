/** A record in a sentence or a link's name: the field that names it, else what it is and its number. */
import type {Resource} from '../config/config.ts';

export const recordTitle = (resource: Resource, record: Readonly<Record<string, unknown>> & {id: number | string}): string => {
  const value = record[resource.title];
  return typeof value === 'string' && value !== '' ? value : `${resource.label.one} ${record.id}`;
};
