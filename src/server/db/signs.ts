/** Signs that a statement begins with, for who sends it to a PostgreSQL server. */
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
