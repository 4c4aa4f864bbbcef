/** Names in the database: camelCase of the config becomes snake_case (`razaoSocial` is the column `razao_social`). */
import type {Config, Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';

export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

export const tableOf = (name: string, resource: Resource): string => resource.table ?? snake(name);

/** A field's column. Of a password only the hash is kept, and the column says so. */
export const columnOf = (name: string, field: Field): string => (field.kind === 'senha' ? `${snake(name)}_hash` : snake(name));

/** Where a text is kept as it is compared; no field's own column has a `$`. */
export const searchColumn = (column: string): string => `${column}$busca`;

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

/** PostgreSQL cuts identifiers at 63 bytes; ours are cut the same way so that they are found again. */
export const cut = (name: string): string => name.slice(0, 63);
export const uniqueIndex = (table: string, column: string): string => cut(`unico_${table}_${column}`);
export const filterIndex = (table: string, column: string): string => cut(`filtro_${table}_${column}`);
/** What the names of all indexes of open records begin with. */
export const OPEN_INDEX = 'abertos_';
export const openIndex = (table: string, column: string): string => cut(`${OPEN_INDEX}${table}_${column}`);
export const orderIndex = (table: string, column: string): string => cut(`ordem_${table}_${column}`);
