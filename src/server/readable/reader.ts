/**
 * Stored values as a person reads them: a reference by its name, a choice by its words (exports, history). Apart from what asks the
 * database, whose library is most of what a thread would have to load.
 */
import type {Config} from '../../schema/config/config.ts';
import type {Field, FieldOf} from '../../schema/config/fields.ts';
import {rowName, ruleOf} from '../../schema/fields/kinds.ts';

/** The value of a field of links (`filiaisAlteradas`): switches, each on or off. Apart from what asks the database ({@link linksOf}). */
export type LinkField = FieldOf<'vinculos'>;

export interface Link {
  id: number;
  on: boolean;
}

/** A field's bare value as switches; the last one wins where an id comes twice. */
export const switchesOf = (field: LinkField, value: unknown): Link[] => {
  const rows = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const last = new Map(rows.map(row => [row[field.wire.id] as number, row[field.wire.on] === true]));
  return [...last].map(([id, on]) => ({id, on}));
};

/** A value in words. */
export type Reader = (name: string, value: unknown) => string;

/** What the records of other resources are called: by resource, by id. Plain data, so that it can go to another thread. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Reads values whose names are known. Needs no database. */
export const readerOf = (lists: Config['lists'], shown: ReadonlyMap<string, Field>, names: Names): Reader => (name, value) => {
  const field = shown.get(name);
  if (field === undefined || value === null || value === undefined) return '';
  const row = rowName(field, lists, value);
  if (row !== undefined) return row;
  if (field.kind === 'referencia') return typeof value === 'number' ? (names.get(field.to)?.get(value) ?? '') : '';
  if (field.kind === 'vinculos') {
    const on = switchesOf(field, value).filter(link => link.on).map(link => names.get(field.to)?.get(link.id) ?? String(link.id));
    return on.toSorted((a, b) => a.localeCompare(b, 'pt-BR')).join(', ');
  }
  return ruleOf(field).format(value instanceof Date ? value.toISOString() : value, field);
};
