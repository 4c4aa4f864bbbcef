/** A PostgreSQL server as the database. No call waits for ever, and a connection that is in doubt is used by nobody again. */
import type {PostgresPool, PostgresPoolClient} from 'kysely';
import {DatabaseError, Pool, types, type PoolClient, type QueryResult} from 'pg';
import {isWithoutLimit, LIMITS, type Limits} from './limits.ts';
import {parsers} from './parsers.ts';
import {BROKEN, READ_ONLY, UNREACHED} from './trouble.ts';

/** The first reason where a name has several addresses and each failed. The password in the URL is never part of it. */
const reasonOf = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  return /\btimeout\b/.test(message) ? 'o servidor não respondeu a tempo' : message;
};

const unreached = (error: unknown): Error => Object.assign(new Error(reasonOf(error), {cause: error}), {code: UNREACHED});
const broken = (error?: unknown): Error =>
  Object.assign(new Error('A conexão com o banco de dados caiu.', error === undefined ? {} : {cause: error}), {code: BROKEN});

/** Kysely's own word. */
const ROLLBACK = 'rollback';

/**
 * After these the connection is of no use: the server ends it, or it reached one that only reads, and the next may reach the
 * one that took over.
 */
const isLast = ({severity, code}: DatabaseError): boolean => severity === 'FATAL' || severity === 'PANIC' || code === READ_ONLY;

/**
 * A client of the pool as Kysely uses it, from one taking to its giving back.
 *
 * @param isBroken whether its connection is known to have failed
 * @param limit milliseconds for an answer
 */
const lent = (client: PoolClient, isBroken: () => boolean, limit: number): PostgresPoolClient => {
  let returned = false;
  const giveBack = (destroy: boolean): void => {
    if (!returned) client.release(destroy);
    returned = true;
  };
  const ask = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (returned) throw broken();
    // The pool ends a client that has a statement under way by cutting the line, which fails the statement.
    const timer = isWithoutLimit() ? undefined : setTimeout(() => giveBack(true), limit);
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      const told = error instanceof DatabaseError ? error : undefined;
      const isLost = returned || isBroken();
      if (isLost || (told !== undefined && isLast(told))) giveBack(true);
      throw told === undefined && isLost ? broken(error) : error;
    } finally {
      clearTimeout(timer);
    }
  };
  const query = (text: string, values: readonly unknown[]): Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>> =>
    text === ROLLBACK ? ask(text, values).catch(() => {
      // A server takes back by itself what a lost connection had begun, and why it was to be taken back is what the caller hears.
      giveBack(true);
      return {command: 'ROLLBACK', rowCount: 0, rows: []};
    }) : ask(text, values);
  return {query: query as PostgresPoolClient['query'], release: destroy => giveBack(destroy === true)};
};

/**
 * Connections to `url`, for Kysely's dialect.
 *
 * @param lost hears of connections that break while nobody uses them; whoever uses one is told by its statement
 * @returns a pool whose errors have one of PostgreSQL's codes, also where no server gave one
 */
export const serverPool = (url: string, lost: (error: Error) => void, limits: Limits = LIMITS): PostgresPool => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
    keepAlive: true,
    application_name: 'balcao',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : parsers[oid]) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  const failed = new WeakSet<object>();
  pool.on('error', lost);
  // The pool listens to those at rest only, and an error nobody listens to ends the process.
  pool.on('connect', client => client.on('error', () => failed.add(client)));
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unreached(error);
      });
      return lent(client, () => failed.has(client), limits.answer);
    },
    end: () => pool.end(),
  };
};
