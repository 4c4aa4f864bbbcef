/** Opens the list of shortcuts from anywhere: for whoever cannot press `?`, or has switched it off. */
const EVENT = 'balcao:atalhos';

export const showShortcutHelp = (): void => void document.dispatchEvent(new Event(EVENT));

/** @returns the function that stops listening */
export const onShortcutHelp = (listener: () => void): (() => void) => {
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
};
