/** What who sends statements to a PostgreSQL server is told of them: by signs that they begin with, and for which request they are. */
import {AsyncLocalStorage} from 'node:async_hooks';
import {sql} from 'kysely';

/**
 * The sign that a statement begins with where its best plan depends on its values: a text that is searched for, a company that
 * may have ten records or most of them.
 */
export const ONCE = '/* once */';

/** Put first in such a statement; every other is planned once for all its values (rules: Speed 1). */
export const once = sql.raw(`${ONCE} `);

/** The sign that a statement begins with whose answer nobody looks at: it goes with the one that comes next, and fails with it. */
export const HELD = '/* held */';

/** Put first in such a statement, outside a transaction and on the embedded database without effect. */
export const held = sql.raw(`${HELD} `);

/** The sign that a statement begins with that settles something for its whole session: a pooler gives the next one another. */
export const SESSION = '/* session */';

/** Put first in such a statement, which is not sent where a pooler may be in between. */
export const ofSession = sql.raw(`${SESSION} `);

const requests = new AsyncLocalStorage<string>();
/** Whom others wait for in the database is found by the request's id: transactions of `work` have it (docs: operations). */
export const doneFor = <T>(request: string, work: () => T): T => requests.run(request, work);
export const requestOf = (): string | undefined => requests.getStore();
