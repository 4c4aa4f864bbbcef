/** Storage keys of drafts and of submissions without a known outcome; apart from the drafts, because every first screen loads it. */

const storageKey = (prefix: string, user: number | string, name: string): string => `${prefix}.${user}.${name}`;

export const draftKey = (user: number | string, name: string): string => storageKey('rascunho', user, name);
export const sentKey = (user: number, name: string): string => storageKey('envio', user, name);

/** The user id in a key; undefined for other keys. */
export const draftOwner = (storedKey: string): string | undefined => /^(?:rascunho|envio)\.(\d+)\./.exec(storedKey)?.[1];

export const hasDrafts = (user: number | string): boolean =>
  Object.keys(localStorage).some(storedKey => storedKey.startsWith(draftKey(user, '')));
