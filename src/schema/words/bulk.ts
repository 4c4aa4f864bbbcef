/** One thing done to several records, a call for each (rules: Lists 20). */

/** The most that are ticked at once, and that are handed over at once. */
export const BULK_MOST = 500;

/** Where an action's choices are asked for: the other records that it is to be done to, for which they have to be right too. */
export const ALSO = 'tambem';
