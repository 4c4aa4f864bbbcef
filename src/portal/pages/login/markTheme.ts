/** The login page in the theme chosen inside the portal; the system's as it changes, where none was chosen. */
const STORED = 'RaStore.theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');

const mark = (): void => {
  const chosen = localStorage.getItem(STORED)?.replaceAll('"', '');
  const dark = chosen === 'light' || chosen === 'dark' ? chosen === 'dark' : system.matches;
  document.documentElement.dataset['tema'] = dark ? 'dark' : 'light';
};

/** @returns what ends it, once the shell marks the theme itself */
export const followTheme = (): (() => void) => {
  mark();
  system.addEventListener('change', mark);
  return () => system.removeEventListener('change', mark);
};
