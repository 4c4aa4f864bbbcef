/** The list's own parameters in the address, apart from overlays such as a dialog. */

const LIST_PARAMS = ['filter', 'displayedFilters', 'sort', 'order', 'page', 'perPage'];

export const withoutOverlayParams = (search: string): string => {
  const query = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => LIST_PARAMS.includes(name)));
  return query.size === 0 ? '' : `?${query.toString()}`;
};

export const hasOverlayParams = (search: string): boolean =>
  [...new URLSearchParams(search).keys()].some(name => !LIST_PARAMS.includes(name));

/**
 * Adds the opening filters to an address that has other parameters but no filter (`?page=2`, or a dialog over the list).
 *
 * @returns the completed query; undefined when nothing is missing
 */
export const withDefaultFilters = (search: string, opening: Readonly<Record<string, unknown>>): string | undefined => {
  const query = new URLSearchParams(search);
  if (query.size === 0 || query.has('filter') || Object.keys(opening).length === 0) return undefined;
  query.set('filter', JSON.stringify(opening));
  return `?${query.toString()}`;
};
