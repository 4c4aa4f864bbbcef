/** Registry of keyboard shortcuts. Components register theirs while mounted; ShortcutHost listens, and one dialog lists them. */
import {useEffectEvent, useLayoutEffect, useSyncExternalStore} from 'react';

/** `dialog`: the dialog marked by {@link OWN_SHORTCUTS_ATTRIBUTE}; `form`: the form of the screen or dialog. */
export type Layer = 'screen' | 'dialog' | 'form' | 'everywhere';

/** Marks a dialog with its own shortcuts, which suspends those of the screen beneath. */
export const OWN_SHORTCUTS_ATTRIBUTE = {'data-atalhos': true};
export const OWN_SHORTCUTS_SELECTOR = '[data-atalhos]';

interface Offer {
  /** The object of the command. */
  subject: string;
  icon?: string | undefined;
  reason?: string | undefined;
  /** Listed after the screens until something is typed. */
  minor?: boolean | undefined;
}

export interface Shortcut {
  /** `KeyboardEvent.key`; `Mod+k`: with Ctrl or Command, also while typing. Absent: in 'Ir para' only. */
  key?: string | undefined;
  label: string;
  /** @returns false: not handled, and the key keeps its usual meaning */
  run: (event?: KeyboardEvent) => unknown;
  goToCommand?: Offer | undefined;
}
interface Registered extends Shortcut {
  layer: Layer;
}

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();
const replaceRegistered = (next: readonly Registered[]): void => {
  registered = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The last registered shortcut of a key, a dialog's before the screen's. */
export const findShortcut = (key: string): Registered | undefined =>
  registered.findLast(shortcut => shortcut.key === key && shortcut.layer === 'dialog')
  ?? registered.findLast(shortcut => shortcut.key === key);

/** All active shortcuts in order of registration; without the screen's while a dialog has its own. */
export const useShortcuts = (): readonly Shortcut[] => {
  const all = useSyncExternalStore(subscribe, () => registered);
  const covered = all.some(({layer}) => layer === 'dialog');
  return covered ? all.filter(({layer}) => layer !== 'screen') : all;
};

/** Registers shortcuts while the component is mounted. */
export const useRegisterShortcuts = (shortcuts: readonly Shortcut[], layer: Layer = 'screen'): void => {
  const run = useEffectEvent((index: number, event?: KeyboardEvent): unknown => shortcuts[index]?.run(event));
  const serialized = JSON.stringify(shortcuts.map(({key, label, goToCommand}) => ({key, label, goToCommand})));
  // A layout effect, so that keys work as soon as the screen is visible.
  useLayoutEffect(() => {
    const ownShortcuts = (JSON.parse(serialized) as Omit<Shortcut, 'run'>[]).map((shortcut, index): Registered =>
      ({...shortcut, layer, run: event => run(index, event)}));
    if (ownShortcuts.length === 0) return undefined;
    replaceRegistered([...registered, ...ownShortcuts]);
    return () => replaceRegistered(registered.filter(shortcut => !ownShortcuts.includes(shortcut)));
  }, [serialized, layer]);
};

export const useRegisterShortcut = (key: string, label: string, run: Shortcut['run'], enabled = true, layer: Layer = 'screen'): void =>
  useRegisterShortcuts(enabled ? [{key, label, run}] : [], layer);

/** Opens the list of shortcuts from anywhere, for people who cannot press `?` or have switched it off. */
const HELP_EVENT = 'balcao:atalhos';

export const showShortcutHelp = (): void => void document.dispatchEvent(new Event(HELP_EVENT));

export const onShortcutHelp = (listener: () => void): (() => void) => {
  document.addEventListener(HELP_EVENT, listener);
  return () => document.removeEventListener(HELP_EVENT, listener);
};
