/** Planned database changes and the columns they are for. */
import type {Resource} from '../../../schema/shapes/config.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import type {SqlType} from '../kindColumns.ts';
import {quoted} from '../sqlNames.ts';
import type {DbOrTrx} from '../tables.ts';

export const plpgsqlBlock = (...statements: readonly string[]): string => `do $balcao$ begin ${statements.join(';\n')}; end $balcao$`;

export const lockTableExclusivelySql = (table: string): string => `lock table ${quoted(table)} in access exclusive mode`;

export type LockMode = 'ROW EXCLUSIVE' | 'SHARE UPDATE EXCLUSIVE' | 'SHARE' | 'SHARE ROW EXCLUSIVE' | 'ACCESS EXCLUSIVE';

export interface TableLock {
  mode: LockMode;
  table: string;
  /** Sessions that wait while rows are read or written; absent: the lock is momentary. */
  waiting?: 'everybody' | 'everybodyForRewrite' | 'writers' | 'writersOfChangedRows' | 'nobody';
  /** The resource with changed rows, in a table shared by all. */
  of?: string;
}

export interface ChangeSummary {
  /** A Portuguese sentence, its participle in braces (`{criada}`), see {@link plannedSentence} and {@link doneSentence}. */
  sentence: string;
  lock?: TableLock;
  /** Tables referenced by its foreign keys: each gets a trigger, under SHARE ROW EXCLUSIVE. */
  refersTo?: readonly string[];
}

export interface Change extends ChangeSummary {
  sql: string;
  backfill?: (db: DbOrTrx) => Promise<void>;
  /** An index that is created or dropped, with the CONCURRENTLY form of the statement. */
  index?: {name: string; table: string; concurrently: string};
  /** For a unique index: fields by config name, their columns as compared, and the predicate. */
  unique?: {
    of: string; fields: readonly string[]; columns: readonly string[]; where: string;
    /** The index that it replaces, which stays where rows violate the new one. */
    before?: string;
  };
  /** Preceding row updates, each batch a transaction of its own: `$1` exclusive and `$2` inclusive record number. */
  batchedUpdate?: {table: string; size: number; sql: string};
}

export interface Announcement {
  sentence: string;
  lock?: LockMode;
  table?: string;
  /** Rows that are read or written under the lock. */
  rows?: number;
}

/** The lock of a statement that updates rows. @param of the resource, in a table shared by all */
export const rowWriteLock = (table: string, of?: string): TableLock =>
  ({mode: 'ROW EXCLUSIVE', table, waiting: 'writersOfChangedRows', ...of !== undefined && {of}});

export interface IndexChange extends Change {
  index: NonNullable<Change['index']>;
}
export const createIndexChange = (
  name: string, table: string, definition: string, sentence = '', kind: 'index' | 'unique index' = 'index',
): IndexChange => {
  const statement = (option: string): string => `create ${kind} ${option}${quoted(name)} on ${quoted(table)} ${definition}`;
  return {
    sentence, sql: statement(''), lock: {mode: 'SHARE', table, waiting: 'writers'},
    index: {name, table, concurrently: statement('concurrently ')},
  };
};
export const dropIndexChange = (name: string, table: string, sentence = ''): IndexChange => ({
  sentence, sql: `drop index ${quoted(name)}`, lock: {mode: 'ACCESS EXCLUSIVE', table},
  index: {name, table, concurrently: `drop index concurrently ${quoted(name)}`},
});

const PARTICIPLE = /\{(\p{L}+)\}/gu;
export const plannedSentence = (sentence: string): string =>
  sentence.replace(PARTICIPLE, (_braced, participle: string) => `${participle.endsWith('s') ? 'serão' : 'será'} ${participle}`);
export const doneSentence = (sentence: string): string => sentence.replace(PARTICIPLE, '$1');

export interface FieldColumn {
  of: string;
  table: string;
  resource: Resource;
  name: string;
  field: Field;
  column: string;
  type: SqlType;
  hides: boolean;
}
