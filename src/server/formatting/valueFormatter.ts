/**
 * Formats stored values as text for people: a reference by name, a choice by its label (exports, history).
 * Free of database code, because export threads would otherwise load the database library.
 */
import type {Config} from '../../schema/shapes/config.ts';
import type {Field, FieldOf} from '../../schema/shapes/fields.ts';
import {fixedRowText, kindRuleOf} from '../../schema/fields/kinds.ts';

/** A field of links (`filiaisAlteradas`): switches, each on or off. */
export type LinkField = FieldOf<'vinculos'>;

export interface Link {
  id: number;
  on: boolean;
}

/** Link switches of a field's bare value; the last one wins where an id is repeated. */
export const parseLinkSwitches = (field: LinkField, value: unknown): Link[] => {
  const rows = Array.isArray(value) ? (value as Record<string, unknown>[]) : [];
  const last = new Map(rows.map(row => [row[field.wire.id] as number, row[field.wire.on] === true]));
  return [...last].map(([id, on]) => ({id, on}));
};

export type ValueFormatter = (name: string, value: unknown) => string;

/** Titles of referenced records, by resource and id; plain data that can be sent to a thread. */
export type ReferenceTitles = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Creates a formatter from known names. */
export const createFormatter = (
  lists: Config['lists'], shown: ReadonlyMap<string, Field>, names: ReferenceTitles,
): ValueFormatter => (name, value) => {
  const field = shown.get(name);
  if (field === undefined || value === null || value === undefined) return '';
  const row = fixedRowText(field, lists, value);
  if (row !== undefined) return row;
  if (field.kind === 'referencia') return typeof value === 'number' ? (names.get(field.to)?.get(value) ?? '') : '';
  if (field.kind === 'vinculos') {
    const linkedNames = parseLinkSwitches(field, value).filter(link => link.on).map(
      link => names.get(field.to)?.get(link.id) ?? String(link.id)
    );
    return linkedNames.toSorted((a, b) => a.localeCompare(b, 'pt-BR')).join(', ');
  }
  return kindRuleOf(field).format(value instanceof Date ? value.toISOString() : value, field);
};
