/** Readers of stored values ({@link readerOf}), with the names of what they refer to looked up in the database. */
import {sql} from 'kysely';
import {shownField} from '../../schema/lists/columns.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Field, Fields} from '../../schema/config/fields.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {resourceOf, tableOf, titleOf} from '../db/names.ts';;
import type {DbOrTrx} from '../db/tables.ts';
import {readerOf, switchesOf, type Names, type Reader} from './reader.ts';

/** Title by id of the records that exist; one that was deleted still has its name. */
const namesOf = async (db: DbOrTrx, config: Config, name: string, ids: Iterable<number>): Promise<Map<number, string>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const {rows} = await sql<{id: number; title: string | null}>`
    select t.id, ${titleOf(resourceOf(config, name), 't')}::text as title
    from ${sql.table(tableOf(name))} as t where t.id in (${sql.join(wanted)})`.execute(db);
  return new Map(rows.map(row => [row.id, row.title ?? '']));
};

/** The ids of other records that a value names. */
const idsIn = (field: Field, value: unknown): number[] => {
  if (field.kind === 'referencia') return typeof value === 'number' && value !== 0 ? [value] : [];
  return field.kind === 'vinculos' ? switchesOf(field, value).map(link => link.id) : [];
};

/**
 * The names that some records' values refer to, looked up at once.
 *
 * @param shown those that will be read, by name; a `relacionado` one is given as the field it shows
 * @param records values under the fields' names, as stored
 */
export const namesIn = async (
  db: DbOrTrx, config: Config, shown: ReadonlyMap<string, Field>, records: readonly Values[],
): Promise<Names> => {
  const names = new Map<string, Map<number, string>>();
  for (const [name, field] of shown) {
    if (!('to' in field)) continue;
    const ids = records.flatMap(record => idsIn(field, record[name]));
    names.set(field.to, new Map([...(names.get(field.to) ?? []), ...await namesOf(db, config, field.to, ids)]));
  }
  return names;
};

/**
 * Makes the reader for some records of a resource: what they refer to is looked up at once.
 *
 * @param fields those that will be read, by name
 * @param records values under the fields' names, as stored
 */
export const readerFor = async (
  db: DbOrTrx, config: Config, resource: Pick<Resource, 'fields'>, fields: Fields, records: readonly Values[],
): Promise<Reader> => {
  const shown = new Map(Object.entries(fields).map(([name, field]) => [name, shownField(config, resource.fields, field)]));
  return readerOf(config.lists, shown, await namesIn(db, config, shown, records));
};
