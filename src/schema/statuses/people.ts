/** The people of a record by the part they play in it, as the config says. */
import type {Resource} from '../config/config.ts';

/** The field that names who made it. */
export const authorField = ({people = {}}: Pick<Resource, 'people'>): string | undefined =>
  Object.values(people).find(({stamps}) => stamps === 'create')?.field;

/** The fields that say who wrote it last, and when. */
export const writtenLast = ({people = {}, fields}: Pick<Resource, 'people' | 'fields'>): Record<'who' | 'when', readonly string[]> => ({
  who: Object.values(people).flatMap(({stamps, field}) => (stamps === 'update' ? [field] : [])),
  when: Object.entries(fields).flatMap(([name, field]) => ('stamps' in field && field.stamps === 'update' ? [name] : [])),
});

/** The field that names who works it. */
export const attendantField = ({people = {}}: Pick<Resource, 'people'>): string | undefined =>
  Object.values(people).find(({attends}) => attends === true)?.field;
