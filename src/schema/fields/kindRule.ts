/** What each kind says of its values, in the table of kinds. */
import type * as z from 'zod/mini';
import type {Config} from '../config/config.ts';
import type {Words} from '../words/messages.ts';
import type {Field, FieldOf} from '../config/fields.ts';

/**
 * What finds a value in a list: a part of its text; one of the values there are; days, numbers or hours from one to another; nothing. Each
 * is a row of `filterWays.ts`.
 */
export type FilterWay = 'part' | 'equal' | 'period' | 'range' | 'hours' | 'none';

export interface KindRule<F> {
  /** The value as stored and sent: trimmed, without mask; `null` when nothing was given. What cannot be one is returned as it came. */
  bare(raw: unknown, field: F): unknown;
  /** What a list looks for of a part of a value, signs of its mask left out wherever they stand; absent: the bare form. */
  sought?(raw: unknown, field: F): unknown;
  /** The values allowed, of a bare value that is not null; messages in Portuguese. */
  schema(field: F, words: Words): z.ZodMiniType;
  /** As a person reads it. */
  format(value: unknown, field: F): string;
  /** What an answer carries for nothing (rules: Fields 4); its type is that of all values. */
  empty: unknown;
  /** What finds it in a list. */
  filter: FilterWay;
  /** The field whose values a filter takes, of which nothing is required: of many links, one record. Absent: itself. */
  filtered?(field: F): Field;
  /** What a filter offers to choose from, where that is known beforehand. */
  offered?(field: F): readonly Offer[];
  /** Whether `0` in a query means that nothing was chosen; an empty text always does. */
  isZeroNone?(field: F): boolean;
  /** As a column of a list: read and ordered by what it says; read by a name and ordered by a number; read alone; no column. */
  column: 'value' | 'reference' | 'read' | 'none';
  /** In words, which may be long and break where they like; everything else is read as one piece. */
  prose: boolean;
  /** Whether the record holds the value itself; what it does not is read through a reference, and never written. */
  own: boolean;
  /** Whether a value says something without its record: in a template's item, in an action's question, read through a reference. */
  alone: boolean;
  /** A value is a list of what each could be alone, which is how a condition or a default names it. */
  several?: true;
  /** The rows of which a value must be one. */
  rows?(field: F, lists: Config['lists']): Rows;
}

export type Rows = Config['lists'][string]['rows'];
interface Offer {
  id: string | number;
  name: string;
}

/** What most kinds are: one value of the record's own, read in one piece, that says something by itself. */
export const PLAIN = {column: 'value', prose: false, own: true, alone: true} as const;

/** One record, also of many links. */
export const oneRecord = ({label, to, within}: FieldOf<'referencia'> | FieldOf<'vinculos'>): Field =>
  ({kind: 'referencia', label, to, within});
