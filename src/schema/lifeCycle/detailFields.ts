/** Fields shown of a record besides its form. */
import {maySee} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import type {Field} from '../shapes/fields.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {titleField, titleFields} from '../fields/recordTitle.ts';
import {findFieldReading, referencedValueOf, type ReferencedValue} from '../fields/relatedFields.ts';
import {holdsOnFormRecord} from '../conditions/fieldConditions.ts';
import type {RecordValues} from '../fields/validate.ts';
import type {Session} from '../session.ts';
import {authorField} from '../statuses/people.ts';

/** Tells whether a field's value can be shown as text; passwords and links cannot. */
export const canShowAsText = (field: Field): boolean => kindRuleOf(field).column !== 'none';

/**
 * Returns the field that carries the name of a referenced record, which saves a call; the reference itself if there is none. Of a title of
 * several fields one is not the name, unless the reference offers names alone.
 */
export const referenceNameField = (config: Config, resource: Resource, name: string): string => {
  const field = resource.fields[name];
  const read = referencedValueOf(resource, name);
  if (read !== undefined) return relatedNameField(config, resource, name, read);
  if (field?.kind !== 'referencia') return name;
  const target = config.resources[field.to];
  if (target === undefined || (titleFields(target).length > 1 && field.names !== true)) return name;
  const title = titleField(target);
  const related = findFieldReading(resource, name, title);
  const {by: reference, keep = {}} = resource.template ?? {};
  const [copyName] = reference === name ? Object.entries(keep).find(([, source]) => source === title) ?? [] : [];
  return related ?? copyName ?? name;
};

/** {@link referenceNameField} of a reference that is read through another one. */
const relatedNameField = (config: Config, resource: Resource, name: string, {through, to, field}: ReferencedValue): string => {
  const target = config.resources[to];
  const isReference = target?.fields[field]?.kind === 'referencia';
  return (isReference ? findFieldReading(resource, through, referenceNameField(config, target, field)) : undefined) ?? name;
};

export const formFields = ({form}: Pick<Resource, 'form'>): string[] => Object.values(form).flat();

/**
 * Fields in a record's details: its form, its author, and its columns. The status is in the heading, and the items are shown in full
 * elsewhere.
 *
 * @param more further fields
 */
export const listDetailFields = (
  config: Config, resource: Resource, session: Session, record: RecordValues | undefined, more: readonly string[] = [],
): string[] => {
  const {list: {columns}, status, template, fields} = resource;
  const isShown = (name: string): boolean => record === undefined || holdsOnFormRecord(fields[name]?.visible, {resource, record, session});
  const names = [...formFields(resource), authorField(resource) ?? '', ...more, ...columns].filter(isShown);
  return [...new Set(names.map(name => referenceNameField(config, resource, name)))].filter(name => {
    const field = fields[name];
    return field !== undefined && canShowAsText(field) && maySee(field, session.perfil) && name !== status && name !== template?.summary;
  });
};
