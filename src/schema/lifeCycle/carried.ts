/** What a record tells of itself besides the values of its form. */
import {maySee} from '../access.ts';
import type {Config, Resource} from '../config/config.ts';
import type {Field} from '../config/fields.ts';
import {ruleOf} from '../fields/kinds.ts';
import {holds} from '../conditions/fieldConditions.ts';
import type {Values} from '../fields/validate.ts';
import type {Session} from '../session.ts';
import {authorField} from '../statuses/people.ts';

/** What is no one value to be read is no statement about the record: a password is never told, switches are told as changes. */
export const isTold = (field: Field): boolean => ruleOf(field).column !== 'none';

/** The field that holds the name of what a reference names, so that nobody has to be asked for it; the field itself where there is none. */
export const carriedBy = (config: Config, resource: Resource, name: string): string => {
  const field = resource.fields[name];
  if (field?.kind !== 'referencia') return name;
  const title = config.resources[field.to]?.title;
  const [related] = Object.entries(resource.fields)
    .find(([, one]) => one.kind === 'relacionado' && one.through === name && one.field === title) ?? [];
  const {by, keep = {}} = resource.template ?? {};
  const [kept] = by === name ? Object.entries(keep).find(([, of]) => of === title) ?? [] : [];
  return related ?? kept ?? name;
};

/** The fields of a resource's form, in its order. */
export const formFields = ({form}: Pick<Resource, 'form'>): string[] => Object.values(form).flat();

/**
 * What the details say of a record, by field: what was typed into its form, who opened it, and what its list shows; neither
 * its status, which is their heading's, nor what its items say in full.
 * @param more other fields that are told where it is read
 */
export const toldFields = (
  config: Config, resource: Resource, session: Session, record: Values | undefined, more: readonly string[] = [],
): string[] => {
  const {list: {columns}, status, template, fields} = resource;
  const isShown = (name: string): boolean => record === undefined || holds(fields[name]?.visible, {resource, record, session});
  const all = [...formFields(resource), authorField(resource) ?? '', ...more, ...columns].filter(isShown);
  return [...new Set(all.map(name => carriedBy(config, resource, name)))].filter(name => {
    const field = fields[name];
    return field !== undefined && isTold(field) && maySee(field, session.perfil) && name !== status && name !== template?.summary;
  });
};
