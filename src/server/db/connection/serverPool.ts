/** The connection pool of a PostgreSQL server. Every call has a timeout, and a connection in doubt is destroyed. */
import {hostname} from 'node:os';
import type {PostgresPool, PostgresPoolClient} from 'kysely';
import {DatabaseError, escapeLiteral, Pool, types, type Connection, type PoolClient, type QueryResult} from 'pg';
import {PIPELINED_HINT, currentRequestId, SESSION_HINT} from '../statementHints.ts';
import {isWithoutClientLimits, DEFAULT_DATABASE_LIMITS, type DatabaseLimits} from '../limits.ts';
import {CONNECTION_FAILURE, READ_ONLY_TRANSACTION, CANNOT_CONNECT} from '../databaseErrors.ts';
import {preparedStatementFailure, MAX_PREPARED_STATEMENTS, preparedName} from './preparedStatements.ts';
import {parsers} from './parsers.ts';

declare module 'pg' {
  interface ClientConfig {
    /** Sends statements before earlier answers arrive (pipeline mode). */
    pipeline?: boolean;
  }
  interface ClientBase {
    connection: Connection;
  }
}

/** The first error, where each of a name's several addresses failed. Messages never contain the URL's password. */
const firstMessage = (error: unknown): string => {
  const firstError: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return firstError instanceof Error ? firstError.message : String(firstError);
};
const isTimeout = (error: unknown): boolean => /\btimeout\b/.test(firstMessage(error));
const reasonOf = (error: unknown): string => (isTimeout(error) ? 'o servidor não respondeu a tempo' : firstMessage(error));

const unreachedError = (error: unknown): Error => Object.assign(new Error(reasonOf(error), {cause: error}), {code: CANNOT_CONNECT});
const brokenError = (error?: unknown, message = 'A conexão com o banco de dados caiu.'): Error =>
  Object.assign(new Error(message, error === undefined ? {} : {cause: error}), {code: CONNECTION_FAILURE});
const POOLER_MESSAGE = 'Há um intermediário que não guarda comandos preparados, e eles não são mais usados. Defina DATABASE_PREPARED=0.';

const [BEGIN, ROLLBACK] = ['begin', 'rollback'];

const MAX_NAME_LENGTH = 63;
const [PRODUCT, HOST] = ['balcao ', hostname()];
/** The `application_name`: product, host, process and request. A long host name is cut in favour of the request. */
const applicationName = (request = ''): string => {
  const suffix = `:${process.pid}${request}`;
  return `${PRODUCT}${HOST.slice(0, Math.max(0, MAX_NAME_LENGTH - PRODUCT.length - suffix.length))}${suffix}`.slice(-MAX_NAME_LENGTH);
};
/** `begin`, which also names the request for the transaction's lifetime, in the same round trip. */
const beginStatement = (): string => {
  const request = currentRequestId();
  return request === undefined ? BEGIN : `${BEGIN}; set local application_name = ${escapeLiteral(applicationName(` ${request}`))}`;
};

/** Errors that end the connection: fatal ones, and a read-only server, because a new connection may reach its successor. */
const endsConnection = ({severity, code}: DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC' || code === READ_ONLY_TRANSACTION;

interface Shared {
  limits: DatabaseLimits;
  prepared: boolean;
  /** True if a connection is one server session from first to last statement, without a transaction pooler. */
  hasSessions: boolean;
  onError: (error: Error) => void;
  failedClients: WeakSet<object>;
  preparedNames: WeakMap<object, Set<string>>;
}

interface Statement {
  text: string;
  values: readonly unknown[];
}
type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;
const EMPTY: Answer = {command: '', rowCount: 0, rows: []};

/** A pool's client in the shape Kysely uses, from checkout to release. */
const checkOut = (client: PoolClient, shared: Shared): PostgresPoolClient => {
  const names = shared.preparedNames.get(client) ?? new Set();
  shared.preparedNames.set(client, names);
  let returned = false;
  /** Destroys the connection on release: its prepared statements are stale or too many. */
  let isStale = false;
  /** Statements deferred to the next one's message: the transaction's `begin`, and pipelined ones. */
  const deferred: Statement[] = [];
  const release = (destroy: boolean): void => {
    if (!returned) client.release(destroy);
    returned = true;
  };
  const send = async ({text, values}: Statement, name?: string): Promise<QueryResult> => {
    if (returned) throw brokenError();
    const giveUp = (): void => {
      release(true);
      // Fails the running statement, for which the pool would wait.
      client.connection.stream.destroy();
    };
    let immediate: NodeJS.Immediate | undefined;
    // `setImmediate` reads an answer first that arrived while this process was blocked.
    const timer = isWithoutClientLimits() ? undefined : setTimeout(() => (immediate = setImmediate(giveUp)), shared.limits.answer);
    try {
      return await client.query({text, values: [...values], ...(name === undefined ? {} : {name})});
    } catch (error) {
      const databaseError = error instanceof DatabaseError ? error : undefined;
      const isLost = returned || shared.failedClients.has(client);
      if (isLost || (databaseError !== undefined && endsConnection(databaseError))) release(true);
      throw databaseError === undefined && isLost ? brokenError(error) : error;
    } finally {
      clearTimeout(timer);
      clearImmediate(immediate);
    }
  };
  /** @param isAlone whether no earlier work of a transaction is lost by its failure */
  const sendPrepared = async (statement: Statement, isAlone: boolean): Promise<QueryResult> => {
    const name = shared.prepared ? preparedName(statement.text, statement.values) : undefined;
    if (name === undefined) return send(statement);
    isStale ||= names.add(name).size > MAX_PREPARED_STATEMENTS;
    try {
      return await send(statement, name);
    } catch (error) {
      const failure = preparedStatementFailure(error);
      if (failure === undefined) throw error;
      isStale = true;
      if (failure === 'pooled' && shared.prepared) {
        shared.prepared = false;
        shared.onError(brokenError(error, POOLER_MESSAGE));
      }
      if (isAlone) return send(statement);
      throw brokenError(error, 'O banco de dados não tem mais um comando preparado.');
    }
  };
  const query = async (text: string, values: readonly unknown[]): Promise<Answer> => {
    if (!shared.hasSessions && text.startsWith(SESSION_HINT)) return EMPTY;
    const statement = {text, values};
    const isBegun = client.getTransactionStatus() !== 'I';
    if (text === BEGIN || (text.startsWith(PIPELINED_HINT) && (isBegun || deferred.length > 0))) {
      deferred.push(text === BEGIN ? {text: beginStatement(), values} : statement);
      return EMPTY;
    }
    if (text === ROLLBACK) {
      const [firstDeferred] = deferred.splice(0);
      // The server rolls a lost connection back by itself, and the caller gets the original error.
      if (firstDeferred?.text.startsWith(BEGIN) !== true) await send(statement).catch(() => release(true));
      return EMPTY;
    }
    if (deferred.length === 0) return sendPrepared(statement, !isBegun);
    // A single message for all: after a failing statement the server refuses the rest.
    client.connection.stream.cork();
    const answers = [...deferred.splice(0), statement].map(deferredStatement => sendPrepared(deferredStatement, false));
    client.connection.stream.uncork();
    return (await Promise.all(answers)).at(-1) ?? EMPTY;
  };
  return {query: query as PostgresPoolClient['query'], release: destroy => release(isStale || destroy === true)};
};

export type PoolUse = Readonly<Record<'inUse' | 'idle' | 'wanted', number>>;

/**
 * A pool of connections to `url`, for Kysely's dialect.
 *
 * @param onError receives errors of idle connections, and once that a pooler cannot prepare statements
 * @param prepared whether statements are prepared
 * @returns a pool whose errors always have an SQLSTATE, also where the server gave none
 */
export const createServerPool = (
  url: string, onError: (error: Error) => void, limits: DatabaseLimits = DEFAULT_DATABASE_LIMITS, prepared = true,
): PostgresPool & {use: () => PoolUse} => {
  const pool = new Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: limits.poolIdle,
    // A pooler refuses these parameters; there the role has them (docs: operations).
    ...(prepared ? {
      statement_timeout: limits.statement, lock_timeout: limits.lock, idle_in_transaction_session_timeout: limits.transactionIdle,
      // JIT compilation costs more than it saves. `options` in the URL override these.
      options: '-c jit=off',
    } : {}),
    keepAlive: true,
    pipeline: true,
    application_name: applicationName(),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : parsers[oid]) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  const shared: Shared = {limits, prepared, hasSessions: prepared, onError, failedClients: new WeakSet(), preparedNames: new WeakMap()};
  pool.on('error', onError);
  // The pool listens to idle clients only, and an unhandled error event ends the process.
  pool.on('connect', client => client.on('error', () => shared.failedClients.add(client)));
  return {
    options: pool.options,
    connect: async () => {
      for (const start = performance.now(); ;) {
        try {
          return checkOut(await pool.connect(), shared);
        } catch (error) {
          const isPatient = isWithoutClientLimits() && performance.now() - start < limits.startupConnect;
          if (!isPatient || !isTimeout(error)) throw unreachedError(error);
        }
      }
    },
    end: () => pool.end(),
    use: () => ({inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, wanted: pool.waitingCount}),
  };
};
