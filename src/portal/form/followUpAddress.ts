/** Address of a follow-up record's form (`makes` in the config). */
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {titleField} from '../../schema/fields/recordTitle.ts';
import {formFields} from '../../schema/lifeCycle/detailFields.ts';
import {resolveWrittenValues} from '../../schema/lifeCycle/writtenValues.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {screens} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';
import type {FollowUp} from './followUps.ts';

/** Address of the create form with its initial values in react-admin's `source` parameter. */
export const followUpAddress = (
  config: Config, resource: Resource, record: RecordValues, session: Session, [to, {with: values}]: FollowUp,
): string => {
  const target = config.resources[to] as Resource;
  // Fields share a value only where their kinds are the same.
  const hasSameKind = (sourceField: string, targetField: string): boolean =>
    resource.fields[sourceField] !== undefined && resource.fields[sourceField].kind === target.fields[targetField]?.kind;
  const shared = Object.fromEntries(formFields(target).filter(name => hasSameKind(name, name)).map(name => [name, record[name]]));
  const [name, targetName] = [titleField(resource), titleField(target)];
  const titleValue = hasSameKind(name, targetName) ? {[targetName]: record[name]} : {};
  const written = resolveWrittenValues(target.fields, values, {resource, record, session});
  const source = JSON.stringify({...shared, ...titleValue, ...written});
  return `${screens(config, target).create}?${new URLSearchParams({source}).toString()}`;
};
