/** Records that lack a value which the config requires since a later version, found at a start (rules: Lists 22). */

/** Tab of these records, in every list. */
export const INCOMPLETE_TAB_NAME = 'incompletos';
export const INCOMPLETE_LABEL = 'Incompletos';

/** Header of a list's answer with their number, for callers who may correct them; absent for none. Counting stops at `MOST_COUNTED`. */
export const INCOMPLETE_HEADER = 'X-Incompletos';
export const MAX_INCOMPLETE_COUNTED = 1000;

/** Key of a record's answer: the fields that lack a value. */
export const MISSING_FIELDS_KEY = 'camposEmFalta';
