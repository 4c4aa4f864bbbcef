/** What may be made after a record, and the address where it is. */
import {mayAccess} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {formFields} from '../../schema/lifeCycle/detailFields.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {hasReservedChoice} from '../../schema/records/profileGrants.ts';
import {screens} from '../../schema/paths.ts';

type Making = readonly [to: string, {label: string; with: RecordValues}];

/** What somebody may make after a record, by the resource's name. */
export const makingsOf = (config: Config, {makes = {}}: Resource, perfil: string): Making[] =>
  Object.entries(makes).filter(([to, {with: values}]) => {
    const resource = config.resources[to];
    return resource !== undefined && mayAccess(resource, 'create', perfil) && !hasReservedChoice(config, resource, values, perfil);
  });

/** Where that is made: what react-admin's form opens with stands in the address. */
export const makingAddress = (config: Config, resource: Resource, record: RecordValues, [to, {with: said}]: Making): string => {
  const target = config.resources[to] as Resource;
  // A value of one kind is none of another.
  const isAlike = (own: string, theirs: string): boolean =>
    resource.fields[own] !== undefined && resource.fields[own].kind === target.fields[theirs]?.kind;
  const shared = Object.fromEntries(formFields(target).filter(name => isAlike(name, name)).map(name => [name, record[name]]));
  const titled = isAlike(resource.title, target.title) ? {[target.title]: record[resource.title]} : {};
  const source = JSON.stringify({...shared, ...titled, ...said});
  return `${screens(config, target).create}?${new URLSearchParams({source}).toString()}`;
};
