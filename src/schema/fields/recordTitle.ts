/** Name of a record in sentences, links and selects: the values of its title fields (rules: Screens 2). */
import type {Resource} from '../shapes/config.ts';
import {kindRuleOf} from './kinds.ts';

type Titled = Pick<Resource, 'title' | 'fields'>;
type Values = Readonly<Record<string, unknown>>;

/** Between the values of a title. */
export const TITLE_SEPARATOR = ' · ';

export const titleFields = ({title}: Pick<Resource, 'title'>): readonly string[] => (typeof title === 'string' ? [title] : title);

/** The first title field, by which records are ordered and searched; `id` for the record's number. */
export const titleField = (resource: Pick<Resource, 'title'>): string => titleFields(resource)[0] ?? 'id';

/** True if people call the records by a number of their own. */
export const isNumbered = (resource: Titled): boolean => {
  const field = resource.fields[titleField(resource)];
  return field !== undefined && kindRuleOf(field).inTitle === 'number';
};

const formatTitleValue = ({fields}: Titled, name: string, value: unknown): string => {
  const field = fields[name];
  if (field !== undefined && kindRuleOf(field).inTitle === 'formatted') return kindRuleOf(field).format(value, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** The title as text, as `titleText` selects it in the database; `''` where all its values are empty. */
export const formatTitle = (resource: Titled, record: Values): string =>
  titleFields(resource).map(name => formatTitleValue(resource, name, record[name])).filter(text => text !== '').join(TITLE_SEPARATOR);

/** Names a record by the text of its title: 'Furadeira'; a title that is a number alone, or empty, follows the label: 'Chamado 1'. */
export const nameByTitle = (resource: Titled & Pick<Resource, 'label'>, text: string, id: number | string): string => {
  const [name = '', ...otherNames] = titleFields(resource);
  const isAlone = otherNames.length === 0;
  if (text === '' || (isAlone && name === 'id')) return `${resource.label.one} ${id}`;
  return isAlone && isNumbered(resource) ? `${resource.label.one} ${text}` : text;
};

export const recordTitle = (resource: Titled & Pick<Resource, 'label'>, record: Values & {id: number | string}): string =>
  nameByTitle(resource, formatTitle(resource, record), record.id);
