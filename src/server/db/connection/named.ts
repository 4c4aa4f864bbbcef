/** Which statements a connection to a PostgreSQL server keeps under a name, planned once for all their values (rules: Speed 1). */
import {hash} from 'node:crypto';
import {DatabaseError} from 'pg';
import {isWithoutLimit} from '../limits.ts';
import {ONCE} from '../signs.ts';

/** How many of them one connection keeps: each takes 16 to 300 kB of the server's memory, and neither side forgets one. */
export const MOST_NAMED = 200;
/** A statement with more values than a record has fields is a list that will hardly come again as long. */
const MOST_VALUES = 100;

/** What has a plan; a script of several statements, which nothing but a start runs, could not have a name. */
const PLANNED = /^(?:\/\*.*?\*\/)?\s*(?:select|insert|update|delete|with)\b/i;
/** Whether it leaves tables as they are. */
export const isPlanned = (text: string): boolean => PLANNED.test(text);

/**
 * The name of a statement, the same in every process; a name is at most 63 bytes.
 *
 * @returns undefined for one that is planned anew each time: it asks for that, has no plan, or has hardly a second time
 */
export const nameOf = (text: string, values: readonly unknown[]): string | undefined =>
  values.length > MOST_VALUES || isWithoutLimit() || text.startsWith(ONCE) || !isPlanned(text)
    ? undefined : hash('sha1', text, 'base64url');

/** There is none of that name, or one already: a pooler stands between, which gives each transaction another connection. */
const IS_POOLED: readonly string[] = ['26000', '42P05'];

/**
 * Why a name did not do, of a statement that for this very reason was not carried out: `pooled`, no name will; `changed`, the columns
 * that it answers are others since a table was changed, and a new connection knows them.
 */
export const misnamed = (error: unknown): 'pooled' | 'changed' | undefined => {
  if (!(error instanceof DatabaseError)) return undefined;
  if (IS_POOLED.includes(error.code ?? '')) return 'pooled';
  // Its code, 0A000, stands for all that PostgreSQL does not support, and its words are in the server's language.
  return error.routine === 'RevalidateCachedQuery' ? 'changed' : undefined;
};
