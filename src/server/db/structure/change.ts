/** What is planned for the database: columns that the config asks for, and what changes for them. */
import type {Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/config/fields.ts';
import type {SqlType} from '../kinds.ts';
import {quoted} from '../names.ts';
import type {DbOrTrx} from '../tables.ts';

/** A change of several statements, as one. */
export const block = (...statements: readonly string[]): string => `do $balcao$ begin ${statements.join(';\n')}; end $balcao$`;

/** What takes a function away takes its triggers along, for which nobody may be at their table. */
export const stopping = (table: string): string => `lock table ${quoted(table)} in access exclusive mode`;

/** PostgreSQL's own names. */
export type LockMode = 'ROW EXCLUSIVE' | 'SHARE UPDATE EXCLUSIVE' | 'SHARE' | 'SHARE ROW EXCLUSIVE' | 'ACCESS EXCLUSIVE';

export interface TableLock {
  mode: LockMode;
  table: string;
  /** Who waits while the table's rows are read or written; absent: the lock is over in a moment. */
  waiting?: 'everybody' | 'everybodyForRewrite' | 'writers' | 'writersOfChangedRows' | 'nobody';
  /** In a table of all resources: the one whose rows are changed. */
  of?: string;
}

export interface ChangeSummary {
  /** What changes, one Portuguese sentence; what is done in it stands in braces (`{criada}`), see {@link asPlanned} and {@link asMade}. */
  sentence: string;
  /** The strongest lock that it takes on a table which was there before. */
  lock?: TableLock;
  /** Other tables that its foreign keys refer to: each gets a trigger, under SHARE ROW EXCLUSIVE. */
  refersTo?: readonly string[];
}

export interface Change extends ChangeSummary {
  sql: string;
  /** What is done after the statement, some rows at a time. */
  fill?: (db: DbOrTrx) => Promise<void>;
  /** An index that it makes or drops, of which table, and the statement that does so beside those who write. */
  index?: {name: string; table: string; concurrently: string};
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
  lock?: LockMode;
  table?: string;
  /** How many rows are read or written under it. */
  rows?: number;
}

/** The lock of a statement that writes rows, each of which waits for who writes it. @param of the resource, in a table of all */
export const writingRows = (table: string, of?: string): TableLock =>
  ({mode: 'ROW EXCLUSIVE', table, waiting: 'writersOfChangedRows', ...of !== undefined && {of}});

export interface IndexChange extends Change {
  index: NonNullable<Change['index']>;
}
/** @param definition what follows the table's name */
export const createIndex = (
  name: string, table: string, definition: string, sentence = '', kind: 'index' | 'unique index' = 'index',
): IndexChange => {
  const statement = (how: string): string => `create ${kind} ${how}${quoted(name)} on ${quoted(table)} ${definition}`;
  return {
    sentence, sql: statement(''), lock: {mode: 'SHARE', table, waiting: 'writers'},
    index: {name, table, concurrently: statement('concurrently ')},
  };
};
export const dropIndex = (name: string, table: string, sentence = ''): IndexChange => ({
  sentence, sql: `drop index ${quoted(name)}`, lock: {mode: 'ACCESS EXCLUSIVE', table},
  index: {name, table, concurrently: `drop index concurrently ${quoted(name)}`},
});

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
