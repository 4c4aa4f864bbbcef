/**
 * Under which keys the browser keeps what somebody typed, and what they sent until its outcome is known. Apart from the drafts, because
 * every first screen carries who leaves.
 */

const key = (what: string, user: number | string, name: string): string => `${what}.${user}.${name}`;

export const draftKey = (user: number | string, name: string): string => key('rascunho', user, name);
export const sentKey = (user: number, name: string): string => key('envio', user, name);

/** Whose a key is, as their id's text; undefined for what is nobody's. */
export const ownerOf = (kept: string): string | undefined => /^(?:rascunho|envio)\.(\d+)\./.exec(kept)?.[1];

/** Whether somebody has anything typed and not saved in this browser. */
export const hasDrafts = (user: number | string): boolean => Object.keys(localStorage).some(kept => kept.startsWith(draftKey(user, '')));
