/** A record's title as text in the database: the same text as `formatTitle` (src/schema/fields/recordTitle.ts). */
import {sql} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {TITLE_SEPARATOR, titleFields} from '../../schema/fields/recordTitle.ts';
import {fieldExpression} from './conditions/fieldPredicates.ts';
import {kindColumn} from './kindColumns.ts';
import type {Sql} from './tables.ts';

const titleValueText = (config: Config, resource: Resource, alias: string, name: string): Sql => {
  const field = resource.fields[name];
  if (field === undefined) return sql`${sql.ref(`${alias}.id`)}::text`;
  // Only the row is read, so neither the actor nor the name of the resource matters.
  const value = fieldExpression({config, resource, alias}, name, field);
  return kindColumn(field).titleText?.(value, field) ?? sql`${value}::text`;
};

/** The title of the row `alias`, its values joined, empty ones left out; null or `''` where all are empty. */
export const titleText = (config: Config, resource: Resource, alias: string): Sql => {
  const [first = sql`null`, ...others] = titleFields(resource).map(name => titleValueText(config, resource, alias, name));
  if (others.length === 0) return first;
  return sql`concat_ws(${sql.lit(TITLE_SEPARATOR)}, ${sql.join([first, ...others].map(value => sql`nullif(${value}, '')`))})`;
};
