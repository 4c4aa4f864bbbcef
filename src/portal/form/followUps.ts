/** Follow-up records (`makes` in the config): which may be created from a record, and the address of their form. */
import {mayAccess} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {formFields} from '../../schema/lifeCycle/detailFields.ts';
import {titleField} from '../../schema/fields/recordTitle.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {hasReservedChoice} from '../../schema/records/profileGrants.ts';
import {screens} from '../../schema/paths.ts';

type FollowUp = readonly [to: string, {label: string; with: RecordValues}];

export const listFollowUps = (config: Config, {makes = {}}: Resource, perfil: string): FollowUp[] =>
  Object.entries(makes).filter(([to, {with: values}]) => {
    const resource = config.resources[to];
    return resource !== undefined && mayAccess(resource, 'create', perfil) && !hasReservedChoice(config, resource, values, perfil);
  });

/** Address of the create form with its initial values in react-admin's `source` parameter. */
export const followUpAddress = (config: Config, resource: Resource, record: RecordValues, [to, {with: fixedValues}]: FollowUp): string => {
  const target = config.resources[to] as Resource;
  // Fields share a value only where their kinds are the same.
  const hasSameKind = (sourceField: string, targetField: string): boolean =>
    resource.fields[sourceField] !== undefined && resource.fields[sourceField].kind === target.fields[targetField]?.kind;
  const shared = Object.fromEntries(formFields(target).filter(name => hasSameKind(name, name)).map(name => [name, record[name]]));
  const [name, targetName] = [titleField(resource), titleField(target)];
  const titleValue = hasSameKind(name, targetName) ? {[targetName]: record[name]} : {};
  const source = JSON.stringify({...shared, ...titleValue, ...fixedValues});
  return `${screens(config, target).create}?${new URLSearchParams({source}).toString()}`;
};
