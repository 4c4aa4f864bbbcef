/** Stored values as a person reads them: a reference by its name, a choice by its words (exports, history). */
import {shownField} from '../../schema/columns.ts';
import type {Config, Resource} from '../../schema/config.ts';
import type {Field, Fields} from '../../schema/fields.ts';
import {rowsOf, ruleOf} from '../../schema/kinds.ts';
import type {Values} from '../../schema/validate.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {switchesOf} from '../records/links.ts';
import {namesOf} from './names.ts';

/** A value in words. */
export type Reader = (name: string, value: unknown) => string;

/** The ids of other records that a value names. */
const idsIn = (field: Field, value: unknown): number[] => {
  if (field.kind === 'referencia') return typeof value === 'number' && value !== 0 ? [value] : [];
  return field.kind === 'vinculos' ? switchesOf(field, value).map(link => link.id) : [];
};

/** What the records of other resources are called: by resource, by id. Plain data, so that it can go to another thread. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

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

/** Reads values whose names are known. Needs no database. */
export const readerOf = (lists: Config['lists'], shown: ReadonlyMap<string, Field>, names: Names): Reader => (name, value) => {
  const field = shown.get(name);
  if (field === undefined || value === null || value === undefined) return '';
  const row = rowsOf(field, lists)?.find(({id}) => id === value);
  if (row !== undefined) return row.name;
  if (field.kind === 'referencia') return typeof value === 'number' ? (names.get(field.to)?.get(value) ?? '') : '';
  if (field.kind === 'vinculos') {
    const on = switchesOf(field, value).filter(link => link.on).map(link => names.get(field.to)?.get(link.id) ?? String(link.id));
    return on.toSorted((a, b) => a.localeCompare(b, 'pt-BR')).join(', ');
  }
  return ruleOf(field).format(value instanceof Date ? value.toISOString() : value, field);
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
