/** Statements that a PostgreSQL server plans anew each time. */
import {sql} from 'kysely';

/**
 * The sign that a statement begins with where its best plan depends on its values: a text that is searched for, a company that
 * may have ten records or most of them.
 */
export const ONCE = '/* once */';

/** Put first in such a statement; every other is planned once for all its values (rules: Speed 1). */
export const once = sql.raw(`${ONCE} `);
