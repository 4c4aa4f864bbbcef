/** Query parameters of a select's options (rules: Lists 12). */

/** Parameters: text within an option's name, maximum number of options, ids of single options, record that chooses. */
export const OPTION_PARAMS = {text: 'texto', size: 'pageSize', ids: 'id', record: 'registro'} as const;

/** Maximum of `pageSize`, and of ids in one call. */
export const MAX_OPTIONS = 1000;

/** Maximum length of a search text, in characters. No name is longer. */
export const MAX_SEARCH_TEXT_LENGTH = 100;
