/** A PostgreSQL server as the database. No call waits for ever, and a connection that is in doubt is used by nobody again. */
import {hostname} from 'node:os';
import type {PostgresPool, PostgresPoolClient} from 'kysely';
import {DatabaseError, escapeLiteral, Pool, types, type Connection, type PoolClient, type QueryResult} from 'pg';
import {HELD, requestOf, SESSION} from '../signs.ts';
import {isWithoutLimit, LIMITS, type Limits} from '../limits.ts';
import {BROKEN, READ_ONLY, UNREACHED} from '../trouble.ts';
import {misnamed, MOST_NAMED, nameOf} from './named.ts';
import {parsers} from './parsers.ts';

// What the driver's own types leave out.
declare module 'pg' {
  interface ClientConfig {
    /** Statements are sent while others wait for their answer. */
    pipeline?: boolean;
  }
  interface ClientBase {
    connection: Connection;
  }
}

/** The first where a name has several addresses and each failed. The password in the URL is never part of it. */
const firstOf = (error: unknown): string => {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
};
const isLate = (error: unknown): boolean => /\btimeout\b/.test(firstOf(error));
const reasonOf = (error: unknown): string => (isLate(error) ? 'o servidor não respondeu a tempo' : firstOf(error));

const unreached = (error: unknown): Error => Object.assign(new Error(reasonOf(error), {cause: error}), {code: UNREACHED});
const broken = (error?: unknown, message = 'A conexão com o banco de dados caiu.'): Error =>
  Object.assign(new Error(message, error === undefined ? {} : {cause: error}), {code: BROKEN});
/** What the operator can do about it. */
const POOLED = 'Há um intermediário que não guarda comandos preparados, e eles não são mais usados. Defina DATABASE_PREPARED=0.';

/** Kysely's own words. */
const [BEGIN, ROLLBACK] = ['begin', 'rollback'];

/** What PostgreSQL keeps of a name. */
const LONGEST = 63;
const [PRODUCT, HOST] = ['balcao ', hostname()];
/** Of several servers, which one asks, and for which request, that it is found by: a host's long name gives way to it. */
const asks = (request = ''): string => {
  const rest = `:${process.pid}${request}`;
  return `${PRODUCT}${HOST.slice(0, Math.max(0, LONGEST - PRODUCT.length - rest.length))}${rest}`.slice(-LONGEST);
};
/** A request's transaction says so for as long as it lasts, on the same way. */
const beginning = (): string => {
  const request = requestOf();
  return request === undefined ? BEGIN : `${BEGIN}; set local application_name = ${escapeLiteral(asks(` ${request}`))}`;
};

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
  /** Whether a connection is one session, from its first statement to its last. */
  sessions: boolean;
  lost: (error: Error) => void;
  /** Connections that are known to have failed. */
  failed: WeakSet<object>;
  /** The names that each connection keeps. */
  names: WeakMap<object, Set<string>>;
}

interface Statement {
  text: string;
  values: readonly unknown[];
}
type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;
const EMPTY: Answer = {command: '', rowCount: 0, rows: []};

/** A client of the pool as Kysely uses it, from one taking to its giving back. */
const lent = (client: PoolClient, shared: Shared): PostgresPoolClient => {
  const names = shared.names.get(client) ?? new Set();
  shared.names.set(client, names);
  let returned = false;
  /** Not to be used again: another knows what this one does not, or has room for names. */
  let isDone = false;
  /** What waits for the next statement: the transaction's beginning, and those whose answer nobody looks at. */
  const waiting: Statement[] = [];
  const giveBack = (destroy: boolean): void => {
    if (!returned) client.release(destroy);
    returned = true;
  };
  const ask = async ({text, values}: Statement, name?: string): Promise<QueryResult> => {
    if (returned) throw broken();
    const giveUp = (): void => {
      giveBack(true);
      // Which fails the statement: the pool would wait for it.
      client.connection.stream.destroy();
    };
    let late: NodeJS.Immediate | undefined;
    // An answer that came while this process stood still is read first.
    const timer = isWithoutLimit() ? undefined : setTimeout(() => (late = setImmediate(giveUp)), shared.limits.answer);
    try {
      return await client.query({text, values: [...values], ...(name === undefined ? {} : {name})});
    } catch (error) {
      const told = error instanceof DatabaseError ? error : undefined;
      const isLost = returned || shared.failed.has(client);
      if (isLost || (told !== undefined && isLast(told))) giveBack(true);
      throw told === undefined && isLost ? broken(error) : error;
    } finally {
      clearTimeout(timer);
      clearImmediate(late);
    }
  };
  /** @param isAlone whether nothing was done before it that its failure ends */
  const askByName = async (statement: Statement, isAlone: boolean): Promise<QueryResult> => {
    const name = shared.prepared ? nameOf(statement.text, statement.values) : undefined;
    if (name === undefined) return ask(statement);
    isDone ||= names.add(name).size > MOST_NAMED;
    try {
      return await ask(statement, name);
    } catch (error) {
      const why = misnamed(error);
      if (why === undefined) throw error;
      isDone = true;
      if (why === 'pooled' && shared.prepared) {
        shared.prepared = false;
        shared.lost(broken(error, POOLED));
      }
      if (isAlone) return ask(statement);
      throw broken(error, 'O banco de dados não tem mais um comando preparado.');
    }
  };
  const query = async (text: string, values: readonly unknown[]): Promise<Answer> => {
    if (!shared.sessions && text.startsWith(SESSION)) return EMPTY;
    const statement = {text, values};
    const isBegun = client.getTransactionStatus() !== 'I';
    if (text === BEGIN || (text.startsWith(HELD) && (isBegun || waiting.length > 0))) {
      waiting.push(text === BEGIN ? {text: beginning(), values} : statement);
      return EMPTY;
    }
    if (text === ROLLBACK) {
      const [first] = waiting.splice(0);
      // A server takes back by itself what a lost connection had begun, and why it was to be taken back is what the caller hears.
      if (first?.text.startsWith(BEGIN) !== true) await ask(statement).catch(() => giveBack(true));
      return EMPTY;
    }
    if (waiting.length === 0) return askByName(statement, !isBegun);
    // All in one message: what comes after one that fails is refused.
    client.connection.stream.cork();
    const answers = [...waiting.splice(0), statement].map(one => askByName(one, false));
    client.connection.stream.uncork();
    return (await Promise.all(answers)).at(-1) ?? EMPTY;
  };
  return {query: query as PostgresPoolClient['query'], release: destroy => giveBack(isDone || destroy === true)};
};

/** How many connections are lent and at rest, and how many wait for one. */
export type PoolUse = Readonly<Record<'inUse' | 'idle' | 'wanted', number>>;

/**
 * Connections to `url`, for Kysely's dialect.
 *
 * @param lost hears of connections that break while nobody uses them, whoever uses one being told by its statement; and of a
 *   pooler that cannot carry names, once
 * @param prepared whether statements have names
 * @returns a pool whose errors have one of PostgreSQL's codes, also where no server gave one
 */
export const serverPool = (
  url: string, lost: (error: Error) => void, limits: Limits = LIMITS, prepared = true,
): PostgresPool & {use: () => PoolUse} => {
  const pool = new Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    idleTimeoutMillis: limits.rest,
    // A pooler takes none of these from who connects: there they are the role's (docs: operations).
    ...(prepared ? {
      statement_timeout: limits.statement, lock_timeout: limits.lock, idle_in_transaction_session_timeout: limits.idle,
      // To compile a plan takes longer than what it saves. Options in the address take the place of these.
      options: '-c jit=off',
    } : {}),
    keepAlive: true,
    // Several statements in one message.
    pipeline: true,
    application_name: asks(),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format === 'binary' ? undefined : parsers[oid]) ?? (types.getTypeParser(oid, format) as (text: string) => unknown),
    },
  });
  const shared: Shared = {limits, prepared, sessions: prepared, lost, failed: new WeakSet(), names: new WeakMap()};
  pool.on('error', lost);
  // The pool listens to those at rest only, and an error nobody listens to ends the process.
  pool.on('connect', client => client.on('error', () => shared.failed.add(client)));
  return {
    options: pool.options,
    connect: async () => {
      for (const began = performance.now(); ;) {
        try {
          return lent(await pool.connect(), shared);
        } catch (error) {
          const isPatient = isWithoutLimit() && performance.now() - began < limits.connectAtLast;
          if (!isPatient || !isLate(error)) throw unreached(error);
        }
      }
    },
    end: () => pool.end(),
    use: () => ({inUse: pool.totalCount - pool.idleCount, idle: pool.idleCount, wanted: pool.waitingCount}),
  };
};
