/** Which presses of a key are shortcuts, and which belong to whatever has the focus. */
import {MOD} from './keyName.ts';
import {shortcutOf} from './registry.ts';

/** Inputs that take no text. */
const PRESSED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']);

const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable);
};

/** A dialog, menu or list of options in front: its keys are its own. */
const isCovered = (): boolean =>
  document.querySelector('.MuiModal-root:not(.MuiModal-hidden), [role="dialog"], [role="alertdialog"], [role="listbox"]') !== null;

/** One printable sign: what speech input types by accident, and what a person may switch off (WCAG 2.1.4). */
export const isCharacter = (key: string): boolean => key.length === 1 && key !== ' ';

/** The shortcut that was pressed; undefined for a combination that is none of ours (AltGr is Ctrl and Alt). */
const pressed = ({key, ctrlKey, metaKey, altKey, shiftKey}: KeyboardEvent): string | undefined => {
  if (altKey) return undefined;
  if (!ctrlKey && !metaKey) return key;
  return shiftKey ? undefined : MOD + key.toLowerCase();
};

/** @param characters whether shortcuts of one printable sign are on */
export const onShortcut = (event: KeyboardEvent, characters: boolean): void => {
  const key = pressed(event);
  if (event.defaultPrevented || event.isComposing || key === undefined || (isCharacter(key) && !characters)) return;
  const shortcut = shortcutOf(key);
  // With Ctrl nothing is typed.
  if (shortcut === undefined || (isTyping(event.target) && !key.startsWith(MOD)) || isCovered()) return;
  if (shortcut.run(event) !== false) event.preventDefault();
};
