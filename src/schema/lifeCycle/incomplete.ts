/** Records in which a start found something missing, that the config had not asked for before (rules: Lists 22). */

/** The filter of them, as a tab of every list. */
export const INCOMPLETE = 'incompletos';
export const INCOMPLETE_LABEL = 'Incompletos';

/** Tells with a list how many there are, for whoever may mend them; absent: none. No more are counted than so many. */
export const INCOMPLETE_HEADER = 'X-Incompletos';
export const MOST_COUNTED = 1000;

/** In the answer of one record: the fields at which it is asked for. */
export const MISSING = 'camposEmFalta';
