/** What the login knows of the session before it: how it ended, and the address to come back to (rules: Session 8). */
const ADDRESS = 'voltarPara';
const ENDING = 'sessaoEncerrada';

/** By itself, `kept` with what was typed in this browser; `signedOut`: by Sair in another tab. */
export type Ending = 'ended' | 'kept' | 'signedOut';
const ENDINGS: readonly string[] = ['ended', 'kept', 'signedOut'] satisfies Ending[];

/** Keeps the address somebody wanted, to open it after signing in. */
export const rememberAddress = (address: string): void => sessionStorage.setItem(ADDRESS, address);

/** The kept address, once; only one inside the shell. */
export const takeAddress = (basename: string): string | undefined => {
  const address = sessionStorage.getItem(ADDRESS);
  sessionStorage.removeItem(ADDRESS);
  return address?.startsWith(`${basename}/`) ? address : undefined;
};

export const noteEnding = (ending: Ending): void => sessionStorage.setItem(ENDING, ending);

/** How the last session ended, once; undefined where somebody left it here. */
export const takeEnding = (): Ending | undefined => {
  const ending = sessionStorage.getItem(ENDING);
  sessionStorage.removeItem(ENDING);
  return ending !== null && ENDINGS.includes(ending) ? ending as Ending : undefined;
};
