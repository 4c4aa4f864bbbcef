/** Resources whose records have routes, history and answers of their own code; lists, combos and exports are made as for any other. */
export const BESPOKE: ReadonlySet<string> = new Set(['tickets']);
