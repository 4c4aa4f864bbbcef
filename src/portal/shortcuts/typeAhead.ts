/**
 * Type-ahead: what is typed between a shortcut and the focus of the dialog that it opens goes into that dialog, in order. Script, data and
 * transition of a dialog take longer than a person takes to the next key.
 */
import {frontElements} from './inFront.ts';
import {HAS_OWN_KEYS} from './registry.ts';

/** Keys that write nothing by themselves: held with another one, or the first half of an accent, which its second key brings. */
const SILENT = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Dead', 'Process', 'Unidentified']);
const TEXT_INPUT = 'textarea, input:is(:not([type]), [type="text"], [type="search"], [type="email"], [type="tel"], [type="url"])';

interface TypeAhead {
  /** What stood in front when the shortcut was pressed. */
  before: ReadonlySet<Element>;
  keys: string[];
  /** The keys are about to be written into the input that has the focus. */
  arriving: boolean;
}
/** undefined: no shortcut is opening anything. */
let typeAhead: TypeAhead | undefined;

/** Begins with the press of a shortcut. @param before {@link frontElements} before it was run */
export const beginTypeAhead = (before: readonly Element[]): void => {
  typeAhead = {before: new Set(before), keys: [], arriving: false};
};
const end = (): void => {
  typeAhead = undefined;
};

/** What the shortcut has opened, or has on its way. */
const opening = ({before}: TypeAhead): Element | undefined => frontElements('screen').find(one => !before.has(one));

/** Whether something is written in it, now or once it is there. A dialog with shortcuts of its own hears its keys itself. */
const takesText = (dialog: Element): boolean =>
  dialog.closest(HAS_OWN_KEYS) === null && dialog.querySelector(HAS_OWN_KEYS) === null
  && (dialog.matches('[aria-busy]') || dialog.querySelector(`${TEXT_INPUT}, [aria-busy]`) !== null);

const isCovering = (dialog: Element, target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && dialog.contains(target);

const write = (input: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  if (text === '' || input.readOnly || input.disabled) return;
  const most = input.maxLength < 0 ? undefined : input.maxLength;
  // The prototype's setter: React takes no notice of a value that its own has seen.
  const prototype: object = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, (input.value + text).slice(0, most));
  input.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertText', data: text}));
};

/** Pressed with Ctrl or Command: nothing is written (AltGr is Ctrl and Alt). */
const isModKey = ({ctrlKey, metaKey, altKey}: KeyboardEvent): boolean => (ctrlKey || metaKey) && !altKey;

/** @returns whether the key was kept for the dialog */
const keep = ({keys}: TypeAhead, {key}: KeyboardEvent): boolean => {
  if (key === 'Backspace') keys.pop();
  else if (key === 'Enter') keys.push('\n');
  else if (key.length === 1) keys.push(key);
  else return false;
  return true;
};

const onKeyDown = (event: KeyboardEvent): void => {
  if (typeAhead === undefined || event.isComposing || SILENT.has(event.key)) return;
  const dialog = opening(typeAhead);
  const isThere = dialog !== undefined && !typeAhead.arriving && isCovering(dialog, document.activeElement)
    && document.activeElement.tabIndex >= 0;
  if (dialog === undefined || isThere || !takesText(dialog)) return end();
  if (isModKey(event)) return event.stopPropagation();
  if (!keep(typeAhead, event)) return end();
  event.preventDefault();
  event.stopPropagation();
};

const onFocusIn = ({target}: FocusEvent): void => {
  if (typeAhead === undefined || typeAhead.arriving) return;
  const current = typeAhead;
  const dialog = opening(current);
  if (dialog === undefined || !isCovering(dialog, target) || target.tabIndex < 0) return;
  if (!target.matches(TEXT_INPUT)) return end();
  current.arriving = true;
  // After what the form itself does when it is drawn: it would take the text back. Keys are kept until then.
  setTimeout(() => {
    if (typeAhead !== current) return;
    end();
    write(target as HTMLInputElement | HTMLTextAreaElement, current.keys.join(''));
  });
};

/** @returns the function that stops it */
export const listenToTypeAhead = (): (() => void) => {
  document.addEventListener('keydown', onKeyDown, true);
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('pointerdown', end, true);
  return () => {
    end();
    document.removeEventListener('keydown', onKeyDown, true);
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('pointerdown', end, true);
  };
};
