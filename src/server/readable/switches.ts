/** The value of a field of links (`filiaisAlteradas`): switches, each on or off. Apart from what asks the database ({@link linksOf}). */
import type {FieldOf} from '../../schema/fields/fields.ts';

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
