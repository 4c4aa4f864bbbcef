/** Type-ahead buffer: keys typed before the dialog of a shortcut has loaded and taken the focus are written into its input. */
import {frontElements} from './frontElements.ts';
import {OWN_SHORTCUTS_SELECTOR} from './registry.ts';

/** Keys that write nothing by themselves: modifiers and dead keys. */
const SILENT = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified']);
const TEXT_INPUT = 'textarea, input:is(:not([type]), [type="text"], [type="search"], [type="email"], [type="tel"], [type="url"])';

interface TypeAhead {
  before: ReadonlySet<Element>;
  keys: string[];
  /** The buffer is about to be written into the focused input. */
  arriving: boolean;
}
let typeAhead: TypeAhead | undefined;

/** @param before {@link frontElements} before the shortcut ran */
export const beginTypeAhead = (before: readonly Element[]): void => {
  typeAhead = {before: new Set(before), keys: [], arriving: false};
};
const endTypeAhead = (): void => {
  typeAhead = undefined;
};

/** The dialog that the shortcut has opened or is loading. */
const findOpening = ({before}: TypeAhead): Element | undefined => frontElements('screen').find(element => !before.has(element));

/** True for dialogs with a text input, loaded or not. A dialog with its own shortcuts handles its keys itself. */
const takesText = (dialog: Element): boolean =>
  dialog.closest(OWN_SHORTCUTS_SELECTOR) === null && dialog.querySelector(OWN_SHORTCUTS_SELECTOR) === null
  && (dialog.matches('[aria-busy]') || dialog.querySelector(`${TEXT_INPUT}, [aria-busy]`) !== null);

const isInDialog = (dialog: Element, target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && dialog.contains(target);

const typeInto = (input: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  if (text === '' || input.readOnly || input.disabled) return;
  const maxLength = input.maxLength < 0 ? undefined : input.maxLength;
  // The prototype's setter, because React ignores a value that its own setter has recorded.
  const prototype: object = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, (input.value + text).slice(0, maxLength));
  input.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertText', data: text}));
};

/** Ctrl or Command without Alt, because AltGr is Ctrl and Alt. */
const isModKey = ({ctrlKey, metaKey, altKey}: KeyboardEvent): boolean => (ctrlKey || metaKey) && !altKey;

const bufferKey = ({keys}: TypeAhead, {key}: KeyboardEvent): boolean => {
  if (key === 'Backspace') keys.pop();
  else if (key === 'Enter') keys.push('\n');
  else if (key.length === 1) keys.push(key);
  else return false;
  return true;
};

const onKeyDown = (event: KeyboardEvent): void => {
  if (typeAhead === undefined || event.isComposing || SILENT.has(event.key)) return;
  const dialog = findOpening(typeAhead);
  const hasFocus = dialog !== undefined && !typeAhead.arriving && isInDialog(dialog, document.activeElement)
    && document.activeElement.tabIndex >= 0;
  if (dialog === undefined || hasFocus || !takesText(dialog)) return endTypeAhead();
  if (isModKey(event)) return event.stopPropagation();
  if (!bufferKey(typeAhead, event)) return endTypeAhead();
  event.preventDefault();
  event.stopPropagation();
};

const onFocusIn = ({target}: FocusEvent): void => {
  if (typeAhead === undefined || typeAhead.arriving) return;
  const current = typeAhead;
  const dialog = findOpening(current);
  if (dialog === undefined || !isInDialog(dialog, target) || target.tabIndex < 0) return;
  if (!target.matches(TEXT_INPUT)) return endTypeAhead();
  current.arriving = true;
  // In a timer, because the form's own reset on its first render would remove the text. Keys are buffered until then.
  setTimeout(() => {
    if (typeAhead !== current) return;
    endTypeAhead();
    typeInto(target as HTMLInputElement | HTMLTextAreaElement, current.keys.join(''));
  });
};

export const listenToTypeAhead = (): (() => void) => {
  document.addEventListener('keydown', onKeyDown, true);
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', endTypeAhead, true);
  return () => {
    endTypeAhead();
    document.removeEventListener('keydown', onKeyDown, true);
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', endTypeAhead, true);
  };
};
