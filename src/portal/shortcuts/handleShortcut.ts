/** Dispatches key presses to shortcuts, unless they belong to the focused element. */
import {frontElements, isClosing} from './frontElements.ts';
import {MOD_PREFIX} from './keyName.ts';
import {findShortcut} from './registry.ts';
import {beginTypeAhead} from './typeAhead.ts';

const NON_TEXT_INPUTS = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']);

const isTyping = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !NON_TEXT_INPUTS.has(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ||
    (target instanceof HTMLElement && target.isContentEditable);
};

/** A single printable character, which speech input may type by accident and people may switch off (WCAG 2.1.4). */
export const isCharacter = (key: string): boolean => key.length === 1 && key !== ' ';

const worksWhileTyping = (key: string): boolean => key.startsWith(MOD_PREFIX) || key === 'Escape';

/** The shortcut's key; undefined for combinations with Alt (AltGr is Ctrl and Alt) and for Ctrl with Shift. */
const pressedKey = ({key, ctrlKey, metaKey, altKey, shiftKey}: KeyboardEvent): string | undefined => {
  if (altKey) return undefined;
  if (!ctrlKey && !metaKey) return key;
  return shiftKey ? undefined : MOD_PREFIX + key.toLowerCase();
};

/** @param characters single-character shortcuts are on */
export const handleShortcut = (event: KeyboardEvent, characters: boolean): void => {
  const key = pressedKey(event);
  if (event.defaultPrevented || event.isComposing || key === undefined || (isCharacter(key) && !characters)) return;
  const shortcut = findShortcut(key);
  if (shortcut === undefined || (isTyping(event.target) && !worksWhileTyping(key))) return;
  if (shortcut.layer !== 'form' && frontElements(shortcut.layer).length > 0) return;
  const frontBefore = frontElements('screen');
  if (shortcut.run(event) === false) return;
  event.preventDefault();
  beginTypeAhead(frontBefore);
};

export const SUBMIT_KEY = `${MOD_PREFIX}enter`;

export const frontContainer = (): HTMLElement | null => {
  const dialogs = document.querySelectorAll<HTMLElement>('.MuiDialog-root:not(.MuiModal-hidden)');
  return [...dialogs].findLast(dialog => !isClosing(dialog)) ?? document.querySelector('main');
};

/** Clicks the submit button of the focused form, else of the dialog in front or the screen. @returns whether there is one */
export const submitForm = (): boolean => {
  const front = frontContainer();
  const focusedForm = document.activeElement?.closest('form');
  const form = focusedForm && front?.contains(focusedForm) ? focusedForm : front?.querySelector('form');
  const button = [...(form?.elements ?? [])].find(element => element instanceof HTMLElement && element.getAttribute('type') === 'submit');
  (button as HTMLElement | undefined)?.click();
  return button !== undefined;
};
