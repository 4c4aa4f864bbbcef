/** Keyboard shortcuts that mean the same on every screen. No action may use them (rules: Lists 17). */
export const screenKeys = {create: 'n', refresh: 'r', edit: 'e', next: 'j', previous: 'k', tick: 'x', notices: 'i'} as const;

const reservedKeys: readonly string[] = Object.values(screenKeys);
export const isScreenKey = (key: string): boolean => reservedKeys.includes(key);

export const isShortcutLetter = (key: string): boolean => /^[a-z]$/.test(key);
