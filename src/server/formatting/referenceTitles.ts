/** Creates value formatters ({@link createFormatter}) with the names of referenced records from the database. */
import {sql} from 'kysely';
import {resolveShownField} from '../../schema/lists/columns.ts';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {resourceOf, tableOf} from '../db/sqlNames.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {titleText} from '../db/titleText.ts';
import {createFormatter, parseLinkSwitches, type ReferenceTitles, type ValueFormatter} from './valueFormatter.ts';

/** Titles by id; deleted records keep theirs. */
const namesOf = async (db: DbOrTrx, config: Config, name: string, ids: Iterable<number>): Promise<Map<number, string>> => {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const {rows} = await sql<{id: number; title: string | null}>`
    select t.id, ${titleText(config, resourceOf(config, name), 't')} as title
    from ${sql.table(tableOf(name))} as t where t.id in (${sql.join(uniqueIds)})`.execute(db);
  return new Map(rows.map(row => [row.id, row.title ?? '']));
};

/** Ids of other records in a value. */
const idsIn = (field: Field, value: unknown): number[] => {
  if (field.kind === 'referencia') return typeof value === 'number' && value !== 0 ? [value] : [];
  return field.kind === 'vinculos' ? parseLinkSwitches(field, value).map(link => link.id) : [];
};

/**
 * Reads the titles that the values of some records refer to.
 *
 * @param shown fields to be formatted, by name; a related field as the field it shows
 * @param records values under their field names, as stored
 */
export const readReferenceTitles = async (
  db: DbOrTrx, config: Config, shown: ReadonlyMap<string, Field>, records: readonly RecordValues[],
): Promise<ReferenceTitles> => {
  const names = new Map<string, Map<number, string>>();
  for (const [name, field] of shown) {
    if (!('to' in field)) continue;
    const ids = records.flatMap(record => idsIn(field, record[name]));
    names.set(field.to, new Map([...(names.get(field.to) ?? []), ...await namesOf(db, config, field.to, ids)]));
  }
  return names;
};

/**
 * Creates the formatter for some records of a resource.
 *
 * @param fields fields to be formatted, by name
 * @param records values under their field names, as stored
 */
export const readFormatter = async (
  db: DbOrTrx, config: Config, resource: Pick<Resource, 'fields'>, fields: Fields, records: readonly RecordValues[],
): Promise<ValueFormatter> => {
  const shown = new Map(Object.entries(fields).map(([name, field]) => [name, resolveShownField(config, resource.fields, field)]));
  return createFormatter(config.lists, shown, await readReferenceTitles(db, config, shown, records));
};
