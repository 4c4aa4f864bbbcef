/** The people of a record by the part they play in it, as the config says. */
import type {Resource} from '../config/config.ts';

/** The field that names who made it. */
export const authorField = ({people = {}}: Pick<Resource, 'people'>): string | undefined =>
  Object.values(people).find(({stamps}) => stamps === 'create')?.field;

/** The field that names who works it. */
export const attendantField = ({people = {}}: Pick<Resource, 'people'>): string | undefined =>
  Object.values(people).find(({attends}) => attends === true)?.field;
