/** Name of a record in sentences and links: the value of its title field, else the resource's label and the record's number. */
import type {Resource} from '../shapes/config.ts';

export const recordTitle = (resource: Resource, record: Readonly<Record<string, unknown>> & {id: number | string}): string => {
  const value = record[resource.title];
  return typeof value === 'string' && value !== '' ? value : `${resource.label.one} ${record.id}`;
};
