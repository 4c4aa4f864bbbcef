/** What the list's own part of an address is, and what it leaves unsaid. */

const OWN = ['filter', 'displayedFilters', 'sort', 'order', 'page', 'perPage'];

/** The query without what stands over the list (a dialog). */
export const ownQuery = (search: string): string => {
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => OWN.includes(name)));
  return query.size === 0 ? '' : `?${query.toString()}`;
};

/** Whether something stands over the list. */
export const isCovered = (search: string): boolean => [...new URLSearchParams(search).keys()].some(name => !OWN.includes(name));

/**
 * An address that says something but not what is filtered (`?page=2`, or a dialog over the list) means what the list opens with.
 *
 * @returns the query that says the filters too; undefined where nothing has to be added
 */
export const withOpeningFilters = (search: string, opening: Readonly<Record<string, unknown>>): string | undefined => {
  const query = new URLSearchParams(search);
  if (query.size === 0 || query.has('filter') || Object.keys(opening).length === 0) return undefined;
  query.set('filter', JSON.stringify(opening));
  return `?${query.toString()}`;
};
