/** What is planned for the database: columns that the config asks for, and what changes for them. */
import type {Resource} from '../../../schema/config/config.ts';
import type {Field} from '../../../schema/fields/fields.ts';
import type {SqlType} from '../kinds.ts';

export interface Change {
  /** What changes, one Portuguese sentence. */
  sentence: string;
  sql: string;
}

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
