/** What may be made after a record, and the address where it is. */
import {may} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {formFields} from '../../schema/lifeCycle/carried.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {isReserved} from '../../schema/giving.ts';
import {screens} from '../../schema/paths.ts';

type Making = readonly [to: string, {label: string; with: Values}];

/** What somebody may make after a record, by the resource's name. */
export const makingsOf = (config: Config, {makes = {}}: Resource, perfil: string): Making[] =>
  Object.entries(makes).filter(([to, {with: values}]) => {
    const resource = config.resources[to];
    return resource !== undefined && may(resource, 'create', perfil) && !isReserved(config, resource, values, perfil);
  });

/** Where that is made: what react-admin's form opens with stands in the address. */
export const makingAddress = (config: Config, resource: Resource, record: Values, [to, {with: said}]: Making): string => {
  const target = config.resources[to] as Resource;
  const both = formFields(target).filter(name => resource.fields[name] !== undefined);
  const shared = Object.fromEntries(both.map(name => [name, record[name]]));
  const source = JSON.stringify({...shared, [target.title]: record[resource.title], ...said});
  return `${screens(config, target).create}?${new URLSearchParams({source}).toString()}`;
};
