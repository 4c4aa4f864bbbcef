/** Bulk actions: one action on several records, with a call for each (rules: Lists 20). */

/** Maximum number of records that can be ticked at once, and handed over at once. */
export const MAX_BULK_RECORDS = 500;

/** Query parameter with the ids of the other records of a bulk action, for which the choices have to be valid too. */
export const OTHER_IDS_PARAM = 'tambem';
