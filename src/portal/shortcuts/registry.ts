/**
 * The keys of the screen in sight. A screen registers its own while it is mounted; one listener (ShortcutHost) hears
 * them and one dialog lists them.
 */
import {useEffect, useRef, useSyncExternalStore} from 'react';

export interface Shortcut {
  /** `KeyboardEvent.key`; `Mod+k`: with Ctrl, or Command on a Mac, also while somebody types. */
  key: string;
  /** What it does, as the list of shortcuts says it. */
  label: string;
  /** @returns false: it was not for this one, and the key keeps its usual meaning */
  run: (event: KeyboardEvent) => unknown;
}

let registered: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly Shortcut[]): void => {
  registered = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The shortcut of a key: the screen mounted last has the word. */
export const shortcutOf = (key: string): Shortcut | undefined => registered.findLast(one => one.key === key);

/** Every shortcut there is now, in the order of registration. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, () => registered);

/** Gives a key its meaning while the component is mounted and `enabled`. */
export const useShortcut = (key: string, label: string, run: Shortcut['run'], enabled = true): void => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const shortcut: Shortcut = {key, label, run: event => latest.current(event)};
    change([...registered, shortcut]);
    return () => change(registered.filter(one => one !== shortcut));
  }, [key, label, enabled]);
};
