/** Log content: enough to find a bug, without personal data or secrets. */
import type {FastifyRequest, FastifyServerOptions} from 'fastify';
import {RESET_LOOKUP_CALL} from '../../schema/accountCalls.ts';
import {parseEndpoint} from '../../schema/paths.ts';

/** PostgreSQL error codes. PostgreSQL's messages quote values, and names that `constraint`, `table` and `column` repeat. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
const MAX_ERROR_DEPTH = 3;

type LoggedError = {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  table?: string;
  column?: string;
  stack: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

const nonEmptyText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const [BEFORE_TOKEN = ''] = parseEndpoint(RESET_LOOKUP_CALL).path.split(':');
const TOKEN = new RegExp(`(${BEFORE_TOKEN})[^\\s"')/?#]+`, 'gi');

/** Removes tokens and queries from addresses. Fastify quotes them in some of its messages. */
const withoutSecrets = (text: string): string => text.replace(TOKEN, '$1…').replace(/\?[^\s"')]+/g, '?…');

/** Removes values from a message: texts quoted by PostgreSQL and JSON.parse, and the query of an address. */
const messageOf = ({message, name}: Error, code: string | undefined): string => {
  if (name === 'SyntaxError') return 'text that cannot be parsed';
  const quoted = code !== undefined && SQLSTATE.test(code) ? message.replace(/"[^"]*"|'[^']*'/g, '"…"') : message;
  return withoutSecrets(quoted);
};

/**
 * Converts an error to its loggable parts, by allowlist, because a database error also carries the refused row (`detail`) and the
 * statement's values.
 */
export const loggedError = (error: unknown, depth = MAX_ERROR_DEPTH): LoggedError => {
  if (!(error instanceof Error)) return {type: typeof error, message: 'not an Error', stack: ''};
  const {code, constraint, table, column} = error as unknown as Record<string, unknown>;
  const parts = Object.entries({code, constraint, table, column}).flatMap(([name, value]) =>
    (nonEmptyText(value) === undefined ? [] : [[name, value]]));
  const nested = depth <= 1 ? {} : {
    ...(error.cause === undefined ? {} : {cause: loggedError(error.cause, depth - 1)}),
    ...(error instanceof AggregateError ? {errors: error.errors.map(nested => loggedError(nested, depth - 1))} : {}),
  };
  return {
    type: error.name, message: messageOf(error, nonEmptyText(code)), ...(Object.fromEntries(parts) as Partial<LoggedError>),
    stack: (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line)).join('\n'),
    ...nested,
  };
};

/** Logs the path without query and token. Headers and body are omitted. */
const loggedRequest = ({id, method, url}: FastifyRequest) => ({id, method, path: withoutSecrets(url.split(/[?#]/, 1)[0] ?? '')});

/** Options of the server's log. @param stream target; default: standard output */
export const logOptions = (stream?: {write(line: string): void}): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level: 'warn',
  // Without a message, pino would log the error's own, values included.
  hooks: {
    logMethod(args, method) {
      const [subject, ...texts] = args.map((arg: unknown) =>
        (typeof arg === 'string' ? withoutSecrets(arg) : arg)) as [unknown, ...string[]];
      if (typeof subject === 'object' && texts.length === 0) method.call(this, subject, 'error');
      else method.call(this, subject as string, ...texts);
    },
  },
  serializers: {err: (error: unknown) => loggedError(error), req: loggedRequest},
  ...(stream === undefined ? {} : {stream}),
});

export const errorText = (error: unknown): string => {
  if (typeof error === 'string') return error;
  const {message, stack, cause} = loggedError(error);
  return [`${message}\n${stack}`.trimEnd(), ...(cause === undefined ? [] : [`por causa de: ${cause.message}\n${cause.stack}`])].join('\n');
};
