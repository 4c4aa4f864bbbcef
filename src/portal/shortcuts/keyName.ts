/** Keys as people know them. */

/** Ctrl, or Command where there is one: what stands before the key in a shortcut with it (`Mod+k`). */
export const MOD = 'Mod+';

const SIGNS: Readonly<Record<string, string>> = {ArrowDown: '↓', ArrowUp: '↑', ' ': 'Espaço', Escape: 'Esc', enter: 'Enter'};

const isApple = (): boolean => /^(Mac|iP)/.test(navigator.platform);

export const keyName = (key: string): string => {
  if (!key.startsWith(MOD)) return SIGNS[key] ?? key;
  const sign = key.slice(MOD.length);
  return `${isApple() ? '⌘' : 'Ctrl+'}${SIGNS[sign] ?? sign.toUpperCase()}`;
};
