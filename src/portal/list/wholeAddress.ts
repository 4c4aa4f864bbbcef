/** An address that says something but not what is filtered (`?page=2`, or a dialog over the list) means what the list opens with. */

/** @returns the query that says the filters too; undefined where nothing has to be added */
export const wholeAddress = (search: string, opening: Readonly<Record<string, unknown>>): string | undefined => {
  const query = new URLSearchParams(search);
  if (query.size === 0 || query.has('filter') || Object.keys(opening).length === 0) return undefined;
  query.set('filter', JSON.stringify(opening));
  return `?${query.toString()}`;
};
