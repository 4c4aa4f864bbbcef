/** Shape of a row in the table of kinds. */
import type * as z from 'zod/mini';
import type {Config} from '../shapes/config.ts';
import type {ValidationMessages} from '../words/messages.ts';
import type {Field, FieldOf} from '../shapes/fields.ts';

/**
 * Filter operator of a kind: part of a text, equality, a period of days, a range of numbers or hours, none. Each is a row of
 * `filterOperators.ts`.
 */
export type FilterOperator = 'part' | 'equal' | 'period' | 'range' | 'hours' | 'none';

export interface KindRule<F> {
  /** Normalises a value for storage: trimmed, without mask; `null` if empty. An invalid value is returned unchanged. */
  bare(raw: unknown, field: F): unknown;
  /** Normalises a part of a value for a search, without mask characters. Default: `bare`. */
  searchValue?(raw: unknown, field: F): unknown;
  /** zod schema of a bare value that is not null, with Portuguese messages. */
  schema(field: F, messages: ValidationMessages): z.ZodMiniType;
  format(value: unknown, field: F): string;
  /** The empty value in answers (rules: Fields 4). Its type is the type of the kind's values. */
  empty: unknown;
  filter: FilterOperator;
  /** Field whose values the filter takes, without required options: for links it is one reference. Default: the field itself. */
  filterField?(field: F): Field;
  /** Options of the filter, where they are known from the config. */
  filterOptions?(field: F): readonly FilterOption[];
  /** True if `0` in a query means no filter. An empty text always does. */
  isZeroNone?(field: F): boolean;
  /**
   * `value`: sorted and displayed by its value; `reference`: sorted by id, displayed by name; `read`: displayed, not sorted; `none`: no
   * column.
   */
  column: 'value' | 'reference' | 'read' | 'none';
  /** Prose, which may be long and wraps anywhere. Other values do not wrap. */
  prose: boolean;
  /** True if the record stores the value. Others are derived and never written. */
  own: boolean;
  /** True if a value is meaningful without its record: as a template's item, an action's answer, or read through a reference. */
  alone: boolean;
  /** How a value stands in a title beside others: as it is stored, formatted, or as a number. Absent: it cannot. */
  inTitle?: 'stored' | 'formatted' | 'number';
  /** The value is an array. Conditions and defaults name one element. */
  several?: true;
  rows?(field: F, lists: Config['lists']): FixedListRows;
}

export type FixedListRows = Config['lists'][string]['rows'];
interface FilterOption {
  id: string | number;
  name: string;
}

/** Properties of most kinds: a stored, sortable value that does not wrap and is meaningful without its record. */
export const PLAIN_KIND = {column: 'value', prose: false, own: true, alone: true} as const;

/** The reference field for one of the linked records, or for a reference itself. */
export const toReferenceField = ({label, to, within}: FieldOf<'referencia'> | FieldOf<'vinculos'>): Field =>
  ({kind: 'referencia', label, to, within});
