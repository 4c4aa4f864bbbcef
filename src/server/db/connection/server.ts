/** A PostgreSQL server as the database. No call waits for ever, and a connection that is in doubt is used by nobody again. */
import type {PostgresPool, PostgresPoolClient} from 'kysely';
import {DatabaseError, Pool, types, type PoolClient, type QueryResult} from 'pg';
import {isWithoutLimit, LIMITS, type Limits} from '../limits.ts';
import {BROKEN, READ_ONLY, UNREACHED} from '../trouble.ts';
import {misnamed, MOST_NAMED, nameOf} from './named.ts';
import {parsers} from './parsers.ts';

/** The first reason where a name has several addresses and each failed. The password in the URL is never part of it. */
const reasonOf = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  return /\btimeout\b/.test(message) ? 'o servidor não respondeu a tempo' : message;
};

const unreached = (error: unknown): Error => Object.assign(new Error(reasonOf(error), {cause: error}), {code: UNREACHED});
const broken = (error?: unknown, message = 'A conexão com o banco de dados caiu.'): Error =>
  Object.assign(new Error(message, error === undefined ? {} : {cause: error}), {code: BROKEN});
/** What the operator can do about it. */
const POOLED = 'Há um intermediário que não guarda comandos preparados, e eles não são mais usados. Defina DATABASE_PREPARED=0.';

/** Kysely's own word. */
const ROLLBACK = 'rollback';

/**
 * After these the connection is of no use: the server ends it, or it reached one that only reads, and the next may reach the
 * one that took over.
 */
const isLast = ({severity, code}: DatabaseError): boolean => severity === 'FATAL' || severity === 'PANIC' || code === READ_ONLY;

/** What all clients of a pool share. */
interface Shared {
  limits: Limits;
  /** Whether statements have names. */
  prepared: boolean;
  lost: (error: Error) => void;
  /** Connections that are known to have failed. */
  failed: WeakSet<object>;
  /** The names that each connection keeps. */
  names: WeakMap<object, Set<string>>;
}

/** A client of the pool as Kysely uses it, from one taking to its giving back. */
const lent = (client: PoolClient, shared: Shared): PostgresPoolClient => {
  const names = shared.names.get(client) ?? new Set();
  shared.names.set(client, names);
  let returned = false;
  /** Not to be used again: another knows what this one does not, or has room for names. */
  let isDone = false;
  const giveBack = (destroy: boolean): void => {
    if (!returned) client.release(destroy);
    returned = true;
  };
  const ask = async (text: string, values: readonly unknown[], name?: string): Promise<QueryResult> => {
    if (returned) throw broken();
    // The pool ends a client that has a statement under way by cutting the line, which fails the statement.
    const timer = isWithoutLimit() ? undefined : setTimeout(() => giveBack(true), shared.limits.answer);
    try {
      return await client.query({text, values: [...values], ...(name === undefined ? {} : {name})});
    } catch (error) {
      const told = error instanceof DatabaseError ? error : undefined;
      const isLost = returned || shared.failed.has(client);
      if (isLost || (told !== undefined && isLast(told))) giveBack(true);
      throw told === undefined && isLost ? broken(error) : error;
    } finally {
      clearTimeout(timer);
    }
  };
  const askByName = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const name = shared.prepared ? nameOf(text, values) : undefined;
    if (name === undefined) return ask(text, values);
    isDone ||= names.add(name).size > MOST_NAMED;
    try {
      return await ask(text, values, name);
    } catch (error) {
      const why = misnamed(error);
      if (why === undefined) throw error;
      isDone = true;
      if (why === 'pooled' && shared.prepared) {
        shared.prepared = false;
        shared.lost(broken(error, POOLED));
      }
      // Nothing was done: it can be asked again, unless it ended what was done before it.
      if (client.getTransactionStatus() === 'I') return ask(text, values);
      throw broken(error, 'O banco de dados não tem mais um comando preparado.');
    }
  };
  const query = (text: string, values: readonly unknown[]): Promise<Pick<QueryResult, 'command' | 'rowCount' | 'rows'>> =>
    text === ROLLBACK ? ask(text, values).catch(() => {
      // A server takes back by itself what a lost connection had begun, and why it was to be taken back is what the caller hears.
      giveBack(true);
      return {command: 'ROLLBACK', rowCount: 0, rows: []};
    }) : askByName(text, values);
  return {query: query as PostgresPoolClient['query'], release: destroy => giveBack(isDone || destroy === true)};
};

/**
 * Connections to `url`, for Kysely's dialect.
 *
 * @param lost hears of connections that break while nobody uses them, whoever uses one being told by its statement; and of a
 *   pooler that cannot carry names, once
 * @param prepared whether statements have names
 * @returns a pool whose errors have one of PostgreSQL's codes, also where no server gave one
 */
export const serverPool = (url: string, lost: (error: Error) => void, limits: Limits = LIMITS, prepared = true): PostgresPool => {
  const pool = new Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: limits.rest,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
    // To compile a plan takes longer than what it saves. Options in the address take the place of these.
    options: '-c jit=off',
    keepAlive: true,
    application_name: 'balcao',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : parsers[oid]) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  const shared: Shared = {limits, prepared, lost, failed: new WeakSet(), names: new WeakMap()};
  pool.on('error', lost);
  // The pool listens to those at rest only, and an error nobody listens to ends the process.
  pool.on('connect', client => client.on('error', () => shared.failed.add(client)));
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw unreached(error);
      });
      return lent(client, shared);
    },
    end: () => pool.end(),
  };
};
