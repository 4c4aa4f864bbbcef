/** Which presses of a key are shortcuts, and which belong to whatever has the focus. */
import {CLOSING} from '../theme/tokens.ts';
import {MOD} from './keyName.ts';
import {HAS_OWN_KEYS, shortcutOf, type Layer} from './registry.ts';

/** Inputs that take no text. */
const PRESSED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']);

const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable);
};

const IN_FRONT = '.MuiModal-root:not(.MuiModal-hidden), [role="dialog"], [role="alertdialog"], [role="listbox"], [data-abrindo]';

/** Closed, however long it takes to fade out: who closed it is at the screen again. */
const isClosing = (one: Element): boolean => {
  const modal = one.closest('.MuiModal-root');
  return modal !== null && getComputedStyle(modal).getPropertyValue(CLOSING) !== '';
};

/** A dialog, menu or list of options in front, or on its way there: its keys are its own. */
const isCovered = (layer: Layer): boolean =>
  [...document.querySelectorAll(IN_FRONT)].some(one => (layer === 'screen' || one.closest(HAS_OWN_KEYS) === null) && !isClosing(one));

/** One printable sign: what speech input types by accident, and what a person may switch off (WCAG 2.1.4). */
export const isCharacter = (key: string): boolean => key.length === 1 && key !== ' ';

/** What means something also to whoever types. */
const isForTyping = (key: string): boolean => key.startsWith(MOD) || key === 'Escape';

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
  if (shortcut === undefined || (isTyping(event.target) && !isForTyping(key))) return;
  if (shortcut.key !== SEND && isCovered(shortcut.layer)) return;
  if (shortcut.run(event) !== false) event.preventDefault();
};

/** Sends what is being filled in, wherever it stands. */
export const SEND = `${MOD}enter`;

/** Presses the button of the form somebody is in, of the dialog in front, or of the screen. @returns whether there is one */
export const sendForm = (): boolean => {
  const dialogs = document.querySelectorAll<HTMLElement>('.MuiDialog-root:not(.MuiModal-hidden)');
  const front = [...dialogs].findLast(one => !isClosing(one)) ?? document.querySelector('main');
  const here = document.activeElement?.closest('form');
  const form = here && front?.contains(here) ? here : front?.querySelector('form');
  const button = [...(form?.elements ?? [])].find(one => one instanceof HTMLElement && one.getAttribute('type') === 'submit');
  (button as HTMLElement | undefined)?.click();
  return button !== undefined;
};
