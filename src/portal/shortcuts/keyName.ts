/** Prefix of shortcuts with Ctrl, or with Command on a Mac (`Mod+k`). */
export const MOD_PREFIX = 'Mod+';

const KEY_SYMBOLS: Readonly<Record<string, string>> = {ArrowDown: '↓', ArrowUp: '↑', ' ': 'Espaço', Escape: 'Esc', enter: 'Enter'};

const isApple = (): boolean => /^(Mac|iP)/.test(navigator.platform);

export const keyName = (key: string): string => {
  if (!key.startsWith(MOD_PREFIX)) return KEY_SYMBOLS[key] ?? key;
  const symbol = key.slice(MOD_PREFIX.length);
  return `${isApple() ? '⌘' : 'Ctrl+'}${KEY_SYMBOLS[symbol] ?? symbol.toUpperCase()}`;
};
