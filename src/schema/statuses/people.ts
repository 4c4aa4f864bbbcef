/** Fields that name the people of a record, by their role. */
import type {Resource} from '../shapes/config.ts';

export const authorField = ({people = {}}: Pick<Resource, 'people'>): string | undefined =>
  Object.values(people).find(({stamps}) => stamps === 'create')?.field;

export const lastWriterFields = (
  {people = {}, fields}: Pick<Resource, 'people' | 'fields'>,
): Record<'who' | 'when', readonly string[]> => ({
  who: Object.values(people).flatMap(({stamps, field}) => (stamps === 'update' ? [field] : [])),
  when: Object.entries(fields).flatMap(([name, field]) => ('stamps' in field && field.stamps === 'update' ? [name] : [])),
});

export const attendantField = ({people = {}}: Pick<Resource, 'people'>): string | undefined =>
  Object.values(people).find(({attends}) => attends === true)?.field;
