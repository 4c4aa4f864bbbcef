/** Comment prefixes that tell the connection pool how to send a statement, and the request that it belongs to. */
import {AsyncLocalStorage} from 'node:async_hooks';
import {sql} from 'kysely';

/** Marks a statement whose best plan depends on its values: a searched text, a company with ten records or most of them. */
export const CUSTOM_PLAN_HINT = '/* once */';

/** Prefix for a custom plan per execution; other statements have one plan for all values (rules: Speed 1). */
export const customPlanPrefix = sql.raw(`${CUSTOM_PLAN_HINT} `);

/** Marks a statement whose answer is ignored: it is sent with the next one, and both fail together. */
export const PIPELINED_HINT = '/* held */';

/** Prefix for a pipelined statement. Without effect outside a transaction and on the embedded database. */
export const pipelinedPrefix = sql.raw(`${PIPELINED_HINT} `);

/** Marks a statement that sets something for its session, which a pooler may give to somebody else. */
export const SESSION_HINT = '/* session */';

export const sessionStatementPrefix = sql.raw(`${SESSION_HINT} `);

const requestIds = new AsyncLocalStorage<string>();
/** Runs work whose transactions carry the request's id, so that a blocking request can be found (docs: operations). */
export const withRequestId = <T>(request: string, work: () => T): T => requestIds.run(request, work);
export const currentRequestId = (): string | undefined => requestIds.getStore();
