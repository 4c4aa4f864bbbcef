/** Statements of a transaction that need no way to the server of their own. */
import {sql} from 'kysely';

/** The sign that a statement begins with whose answer nobody looks at: it goes with the one that comes next, and fails with it. */
export const HELD = '/* held */';

/** Put first in such a statement, outside a transaction and on the embedded database without effect. */
export const held = sql.raw(`${HELD} `);
