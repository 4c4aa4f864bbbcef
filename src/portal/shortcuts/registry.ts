/**
 * The keys of the screen in sight. A screen registers its own while it is mounted; one listener (ShortcutHost) hears
 * them and one dialog lists them.
 */
import {useEffectEvent, useLayoutEffect, useSyncExternalStore} from 'react';

/**
 * Where a shortcut belongs: to the screen, to the dialog over it that says so by {@link OWN_KEYS}, to what is being filled in on either,
 * or everywhere.
 */
export type Layer = 'screen' | 'dialog' | 'form' | 'everywhere';

/** On a dialog with shortcuts of its own: those of what stands over it are its own still, those of the screen below are not heard. */
export const OWN_KEYS = {'data-atalhos': true};
export const HAS_OWN_KEYS = '[data-atalhos]';

/** As 'Ir para' offers it. */
interface Offer {
  /** What it is done to. */
  of: string;
  icon?: string | undefined;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  /** Stands behind the screens while nothing is typed. */
  minor?: boolean | undefined;
}

export interface Shortcut {
  /** `KeyboardEvent.key`; `Mod+k`: with Ctrl, or Command on a Mac, also while somebody types. Absent: 'Ir para' alone has it. */
  key?: string | undefined;
  /** What it does, as the list of shortcuts says it. */
  label: string;
  /** @returns false: it was not for this one, and the key keeps its usual meaning */
  run: (event?: KeyboardEvent) => unknown;
  /** Absent: it has a key alone. */
  offer?: Offer | undefined;
}
interface Registered extends Shortcut {
  layer: Layer;
}

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly Registered[]): void => {
  registered = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The shortcut of a key: the screen mounted last has the word, and a dialog before the screen below it. */
export const shortcutOf = (key: string): Registered | undefined =>
  registered.findLast(one => one.key === key && one.layer === 'dialog') ?? registered.findLast(one => one.key === key);

/** Every shortcut there is now, in the order of registration; of those a dialog covers, none. */
export const useShortcuts = (): readonly Shortcut[] => {
  const all = useSyncExternalStore(subscribe, () => registered);
  const covered = all.some(({layer}) => layer === 'dialog');
  return covered ? all.filter(({layer}) => layer !== 'screen') : all;
};

/** Gives keys their meaning while the component is mounted; of several keys alike the first. */
export const useShortcutsOf = (shortcuts: readonly Shortcut[], layer: Layer = 'screen'): void => {
  const run = useEffectEvent((index: number, event?: KeyboardEvent): unknown => shortcuts[index]?.run(event));
  const said = JSON.stringify(shortcuts.map(({key, label, offer}) => ({key, label, offer})));
  // As soon as what has the keys is seen they are heard.
  useLayoutEffect(() => {
    const own = (JSON.parse(said) as Omit<Shortcut, 'run'>[]).map((one, index): Registered =>
      ({...one, layer, run: event => run(index, event)}));
    if (own.length === 0) return undefined;
    change([...registered, ...own]);
    return () => change(registered.filter(one => !own.includes(one)));
  }, [said, layer]);
};

/** One of them, while it is `enabled`. */
export const useShortcut = (key: string, label: string, run: Shortcut['run'], enabled = true, layer: Layer = 'screen'): void =>
  useShortcutsOf(enabled ? [{key, label, run}] : [], layer);

/** Opens the list of shortcuts from anywhere: for whoever cannot press `?`, or has switched it off. */
const EVENT = 'balcao:atalhos';

export const showShortcutHelp = (): void => void document.dispatchEvent(new Event(EVENT));

/** @returns the function that stops listening */
export const onShortcutHelp = (listener: () => void): (() => void) => {
  document.addEventListener(EVENT, listener);
  return () => document.removeEventListener(EVENT, listener);
};
