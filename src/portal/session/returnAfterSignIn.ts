/** The end of the last session and the address to return to, for the login (rules: Session 8). */
const ADDRESS_KEY = 'voltarPara';
const ENDING_KEY = 'sessaoEncerrada';

/** `ended`: expired; `kept`: expired with drafts in this browser; `signedOut`: signed out in another tab. */
export type SessionEnding = 'ended' | 'kept' | 'signedOut';
const ENDINGS: readonly string[] = ['ended', 'kept', 'signedOut'] satisfies SessionEnding[];

export const storeReturnAddress = (address: string): void => sessionStorage.setItem(ADDRESS_KEY, address);

/** Reads and clears the stored address; undefined for one outside the shell. */
export const takeReturnAddress = (basename: string): string | undefined => {
  const address = sessionStorage.getItem(ADDRESS_KEY);
  sessionStorage.removeItem(ADDRESS_KEY);
  return address?.startsWith(`${basename}/`) ? address : undefined;
};

export const storeSessionEnding = (ending: SessionEnding): void => sessionStorage.setItem(ENDING_KEY, ending);

/** Reads and clears the end of the last session; undefined after signing out in this tab. */
export const takeSessionEnding = (): SessionEnding | undefined => {
  const ending = sessionStorage.getItem(ENDING_KEY);
  sessionStorage.removeItem(ENDING_KEY);
  return ending !== null && ENDINGS.includes(ending) ? ending as SessionEnding : undefined;
};
