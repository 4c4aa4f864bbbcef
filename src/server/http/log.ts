/** What the log may hold: what a bug is found by, and neither personal data nor secrets. */
import type {FastifyRequest, FastifyServerOptions} from 'fastify';
import {RESET_LOOKUP_CALL} from '../../schema/accountCalls.ts';
import {parseEndpoint} from '../../schema/paths.ts';

/** PostgreSQL's own codes. Its messages quote names, which `constraint`, `table` and `column` tell as well, and values. */
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** An error of an error of an error is enough. */
const DEPTH = 3;

type LoggedError = {
  type: string;
  message: string;
  code?: string;
  /** Of a database's error: which rule, of what. */
  constraint?: string;
  table?: string;
  column?: string;
  stack: string;
  cause?: LoggedError;
  errors?: LoggedError[];
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Where a token stands in a path: `usuarios/busca-usuario-reset-senha/`. */
const [BEFORE_TOKEN = ''] = parseEndpoint(RESET_LOOKUP_CALL).path.split(':');
const TOKEN = new RegExp(`(${BEFORE_TOKEN})[^\\s"')/?#]+`, 'gi');

/** An address without what is secret in it. Fastify quotes it in some of its own messages. */
const withoutSecrets = (text: string): string => text.replace(TOKEN, '$1…').replace(/\?[^\s"')]+/g, '?…');

/** The message without values: what PostgreSQL and JSON.parse quote of what they were given, and the query of an address. */
const messageOf = ({message, name}: Error, code: string | undefined): string => {
  if (name === 'SyntaxError') return 'text that cannot be parsed';
  const quoted = code !== undefined && SQLSTATE.test(code) ? message.replace(/"[^"]*"|'[^']*'/g, '"…"') : message;
  return withoutSecrets(quoted);
};

/**
 * An error as the log keeps it: named parts and no others, because a database's error also carries the row it refused
 * (`detail`), the statement's values and where in them it stopped.
 */
export const loggedError = (error: unknown, depth = DEPTH): LoggedError => {
  if (!(error instanceof Error)) return {type: typeof error, message: 'not an Error', stack: ''};
  const {code, constraint, table, column} = error as unknown as Record<string, unknown>;
  const known = Object.entries({code, constraint, table, column}).flatMap(([name, value]) =>
    (textOf(value) === undefined ? [] : [[name, value]]));
  const inner = depth <= 1 ? {} : {
    ...(error.cause === undefined ? {} : {cause: loggedError(error.cause, depth - 1)}),
    ...(error instanceof AggregateError ? {errors: error.errors.map(one => loggedError(one, depth - 1))} : {}),
  };
  return {
    type: error.name, message: messageOf(error, textOf(code)), ...(Object.fromEntries(known) as Partial<LoggedError>),
    // Its first lines repeat the message.
    stack: (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line)).join('\n'),
    ...inner,
  };
};

/** Without the query: tokens, searches and filters stand there; nor the token of a path. Headers and body are not named at all. */
const loggedRequest = ({id, method, url}: FastifyRequest) => ({id, method, path: withoutSecrets(url.split(/[?#]/, 1)[0] ?? '')});

/** Options of the log that `npm start` writes. @param stream where to; absent: standard output */
export const logOptions = (stream?: {write(line: string): void}): Exclude<FastifyServerOptions['logger'], boolean | undefined> => ({
  level: 'warn',
  // Where nothing is said, pino says the error's own message, values and all.
  hooks: {
    logMethod(said, method) {
      const [what, ...words] = said.map((one: unknown) => (typeof one === 'string' ? withoutSecrets(one) : one)) as [unknown, ...string[]];
      if (typeof what === 'object' && words.length === 0) method.call(this, what, 'error');
      else method.call(this, what as string, ...words);
    },
  },
  serializers: {err: (error: unknown) => loggedError(error), req: loggedRequest},
  ...(stream === undefined ? {} : {stream}),
});

/** An error as text, for what is told outside of a request. */
export const errorText = (error: unknown): string => {
  if (typeof error === 'string') return error;
  const {message, stack, cause} = loggedError(error);
  return [`${message}\n${stack}`.trimEnd(), ...(cause === undefined ? [] : [`por causa de: ${cause.message}\n${cause.stack}`])].join('\n');
};
