/** How the options of a select are narrowed (rules: Lists 12), in the words that both sides know. */

/** What they contain, how many at most, and those of which ids. */
export const OPTION_PARAMS = {text: 'texto', size: 'pageSize', ids: 'id'} as const;

/** The most that `pageSize` asks for, and the most ids of one call. */
export const OPTIONS_MOST = 1000;

/** Characters of what is typed to find a record; more than any name has. */
export const GO_TO_LENGTH = 100;
