/** The letters that mean the same on every screen: no action takes one of them (rules: Lists 17). */
export const screenKeys = {create: 'n', refresh: 'r', edit: 'e', next: 'j', previous: 'k', tick: 'x', notices: 'i'} as const;

const own: readonly string[] = Object.values(screenKeys);
export const isScreenKey = (key: string): boolean => own.includes(key);

/** What an action's key can be. */
export const isKey = (key: string): boolean => /^[a-z]$/.test(key);
