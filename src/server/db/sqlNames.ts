import type {Config, Resource} from '../../schema/shapes/config.ts';
import {apiOf} from '../../schema/paths.ts';

export {
  absentColumn, columnOf, commentColumns, countTables, CREATION_COLUMN, truncateIdentifier, escalatedColumn, filterIndex,
  aggregateFunctionName,
  prefixedOrderIndexName, digitsConstraintName,
  linkTable, equalityColumn, OPEN_INDEX_PREFIX, openIndex, orderIndex, partTable, rangeIndex, searchColumn, sequenceIndex, toSnakeCase,
  tableOf, listTableNames,
  uniqueTogetherIndexName, twinTrigger, uniqueIndex, versionTable, type CountTables, type LinkTable,
} from '../../schema/databaseNames.ts';

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/** @throws TypeError for a name that the config lacks, a programming error */
export const resourceOf = (config: Config, name: string): Resource => {
  const resource = config.resources[name];
  if (resource === undefined) throw new TypeError(`Unknown resource: ${name}`);
  return resource;
};

/** True if deletion is soft: the resource declares how records are deleted. */
export const hasSoftDelete = (name: string, resource: Resource): boolean => apiOf(name, resource).delete !== undefined;
