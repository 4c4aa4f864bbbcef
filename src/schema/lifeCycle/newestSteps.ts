/** An answer to a change can contain the newest steps of the record's history, which saves the call for them (rules: Answers 4). */

/** Request header with the caller's preferences (RFC 7240). */
export const PREFER_HEADER = 'prefer';
/** Preference for the steps, and their key in the answer, newest first. */
export const NEWEST_STEPS_KEY = 'historico';
/** Maximum number of steps. Fewer are the whole history. */
export const MAX_NEWEST_STEPS = 20;
