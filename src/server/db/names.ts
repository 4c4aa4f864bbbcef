/** Names as the server uses them: those of tables, columns and indexes, and how they stand in SQL. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import {columnOf} from '../../schema/names.ts';
import {apiOf} from '../../schema/paths.ts';
import type {Sql} from './tables.ts';

export {
  absentColumn, columnOf, commentColumns, countTables, CREATION, cut, escalatedColumn, filterIndex, keeperOf, leadIndex, limitOf,
  linkTable, matchColumn, OPEN_INDEX, openIndex, orderIndex, partTable, rangeIndex, searchColumn, sequenceIndex, snake, tableOf, tablesOf,
  togetherIndex, twinTrigger, uniqueIndex, versionTable, type CountTables, type LinkTable,
} from '../../schema/names.ts';

/** A name and a value as they stand in SQL that is put together as text. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** A resource by name; a name that is not in the config is a mistake of the caller. */
export const resourceOf = (config: Config, name: string): Resource => {
  const resource = config.resources[name];
  if (resource === undefined) throw new TypeError(`Unknown resource: ${name}`);
  return resource;
};

/** Whether a resource's records are hidden instead of deleted: where it declares how to delete them. */
export const isHidden = (name: string, resource: Resource): boolean => apiOf(name, resource).delete !== undefined;

/** What a record is called in the row `alias`: by its title, else by its number. */
export const titleOf = ({title, fields}: Pick<Resource, 'title' | 'fields'>, alias: string): Sql => {
  const field = fields[title];
  return sql.ref(`${alias}.${field === undefined ? 'id' : columnOf(title, field)}`);
};
