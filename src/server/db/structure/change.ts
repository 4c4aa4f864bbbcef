/** What is planned for the database: columns that the config asks for, and what changes for them. */
import type {Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/fields/fields.ts';
import type {SqlType} from '../kinds.ts';
import {quoted} from '../names.ts';
import type {DbOrTrx} from '../tables.ts';

/** Where a change is several statements, this is before the first. */
export const BLOCK = 'do $balcao$ begin ';
export const block = (...statements: readonly string[]): string => `${BLOCK}${statements.join(';\n')}; end $balcao$`;

/** What takes a function away takes its triggers along, for which nobody may be at their table. */
export const stopping = (table: string): string => `lock table ${quoted(table)} in access exclusive mode`;

export interface Change {
  /** What changes, one Portuguese sentence; what is done in it stands in braces (`{criada}`), see {@link asPlanned} and {@link asMade}. */
  sentence: string;
  sql: string;
  /** What is done after the statement, some rows at a time. */
  fill?: (db: DbOrTrx) => Promise<void>;
  /** An index that it makes or drops, and of which table. */
  index?: {name: string; table: string};
  /** Of a unique index: the fields, as the config names them, their columns as they are told apart, and which rows count. */
  unique?: {
    of: string; fields: readonly string[]; columns: readonly string[]; where: string;
    /** The index that it takes the place of, which tells fewer values apart and stays where rows do not allow this one. */
    before?: string;
  };
  /**
   * Work on the rows before it, which may take long: a statement for numbers of records above `$1` and up to `$2`, so many at once, each
   * portion by itself beside whoever works.
   */
  portions?: {table: string; size: number; sql: string};
}

/** A change as it is told: what it is, and whom it keeps waiting while it is made. */
export interface Announced {
  sentence: string;
  /** PostgreSQL's own name of the lock. */
  lock?: string;
  table?: string;
  /** How many rows are read or written under it. */
  rows?: number;
}

const DONE = /\{(\p{L}+)\}/gu;
/** A sentence before it is done: 'Coluna x será criada'. */
export const asPlanned = (sentence: string): string =>
  sentence.replace(DONE, (_braced, one: string) => `${one.endsWith('s') ? 'serão' : 'será'} ${one}`);
/** And after: 'Coluna x criada'. */
export const asMade = (sentence: string): string => sentence.replace(DONE, '$1');

/** A declared field as a column. */
export interface Column {
  /** The resource's name. */
  of: string;
  table: string;
  resource: Resource;
  name: string;
  field: Field;
  column: string;
  type: SqlType;
  /** Whether the resource's records are hidden instead of deleted. */
  hides: boolean;
}
