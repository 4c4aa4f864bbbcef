/** Server-side prepared statements: the texts that get a name, and with it a plan for all their values (rules: Speed 1). */
import {hash} from 'node:crypto';
import {DatabaseError} from 'pg';
import {isWithoutClientLimits} from '../limits.ts';
import {CUSTOM_PLAN_HINT} from '../statementHints.ts';

/** Prepared statements of one connection: each takes 16 to 300 kB of the server's memory, and neither side forgets one. */
export const MAX_PREPARED_STATEMENTS = 200;
/** Longer value lists hardly recur with the same length. */
const MAX_VALUES = 100;

/** Statements with a plan. A script of several statements cannot be prepared. */
const WITH_PLAN = /^(?:\/\*.*?\*\/)?\s*(?:select|insert|update|delete|with)\b/i;
export const isPreparable = (text: string): boolean => WITH_PLAN.test(text);

/**
 * The statement's name, equal in every process and at most 63 bytes.
 *
 * @returns undefined for a statement to be planned anew: with a {@link CUSTOM_PLAN_HINT}, without a plan, or hardly recurring
 */
export const preparedName = (text: string, values: readonly unknown[]): string | undefined =>
  values.length > MAX_VALUES || isWithoutClientLimits() || text.startsWith(CUSTOM_PLAN_HINT) || !isPreparable(text)
    ? undefined : hash('sha1', text, 'base64url');

/** SQLSTATEs for a missing and a duplicate prepared statement: a transaction pooler switches connections. */
const POOLER_CODES: readonly string[] = ['26000', '42P05'];

/**
 * Why a prepared statement was refused, before anything ran.
 * `pooled`: no name will work. `changed`: a table's columns differ, and a new connection knows them.
 */
export const preparedStatementFailure = (error: unknown): 'pooled' | 'changed' | undefined => {
  if (!(error instanceof DatabaseError)) return undefined;
  if (POOLER_CODES.includes(error.code ?? '')) return 'pooled';
  // SQLSTATE 0A000 means any unsupported feature, and the message is in the server's language.
  return error.routine === 'RevalidateCachedQuery' ? 'changed' : undefined;
};
