/** What the login knows of the session before it: that it ended by itself, and the address to come back to (rules: Session 8). */
const ADDRESS = 'voltarPara';
export const NOTICE = 'sessaoEncerrada';

/** Keeps the address somebody wanted, to open it after signing in. */
export const rememberAddress = (address: string): void => sessionStorage.setItem(ADDRESS, address);

/** The kept address, once; only one inside the shell. */
export const takeAddress = (basename: string): string | undefined => {
  const address = sessionStorage.getItem(ADDRESS);
  sessionStorage.removeItem(ADDRESS);
  return address?.startsWith(`${basename}/`) ? address : undefined;
};

/** Whether the last session ended by itself; true once. */
export const takeNotice = (): boolean => {
  const ended = sessionStorage.getItem(NOTICE) !== null;
  sessionStorage.removeItem(NOTICE);
  return ended;
};
