/**
 * The answer to a change of a record with a life cycle tells the newest steps of its history to a caller that asks for them: whoever
 * shows the history need not ask for it again (rules: Answers 4).
 */

/** The header that says what a caller prefers (RFC 7240), and what it says where it asks for them. */
export const PREFER = 'prefer';
/** Where the answer has them, newest first, as the history's own call tells them. */
export const NEWEST_STEPS = 'historico';
/** How many at most; fewer are the whole history. */
export const MOST_NEWEST = 20;
