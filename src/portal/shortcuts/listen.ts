/** Which presses of a key are shortcuts, and which belong to whatever has the focus. */
import {frontElements, isClosing} from './inFront.ts';
import {MOD} from './keyName.ts';
import {shortcutOf} from './registry.ts';
import {beginTypeAhead} from './typeAhead.ts';

/** Inputs that take no text. */
const PRESSED = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']);

const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !PRESSED.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable);
};

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
  if (shortcut.layer !== 'form' && frontElements(shortcut.layer).length > 0) return;
  const before = frontElements('screen');
  if (shortcut.run(event) === false) return;
  event.preventDefault();
  beginTypeAhead(before);
};

/** Sends what is being filled in, wherever it stands. */
export const SEND = `${MOD}enter`;

/** The dialog in front, else the screen. */
export const placeInFront = (): HTMLElement | null => {
  const dialogs = document.querySelectorAll<HTMLElement>('.MuiDialog-root:not(.MuiModal-hidden)');
  return [...dialogs].findLast(one => !isClosing(one)) ?? document.querySelector('main');
};

/** Presses the button of the form somebody is in, of the dialog in front, or of the screen. @returns whether there is one */
export const sendForm = (): boolean => {
  const front = placeInFront();
  const here = document.activeElement?.closest('form');
  const form = here && front?.contains(here) ? here : front?.querySelector('form');
  const button = [...(form?.elements ?? [])].find(one => one instanceof HTMLElement && one.getAttribute('type') === 'submit');
  (button as HTMLElement | undefined)?.click();
  return button !== undefined;
};
