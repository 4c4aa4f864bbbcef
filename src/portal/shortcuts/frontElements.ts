/** Elements in front of the screen, which own the keys. */
import {CLOSING_VARIABLE} from '../theme/tokens.ts';
import {OWN_SHORTCUTS_SELECTOR, type Layer} from './registry.ts';

const FRONT_SELECTOR = '.MuiModal-root:not(.MuiModal-hidden), [role="dialog"], [role="alertdialog"], [role="listbox"], [data-abrindo]';

/** True while a modal fades out, because its keys already belong to the screen. */
export const isClosing = (element: Element): boolean => {
  const modal = element.closest('.MuiModal-root');
  return modal !== null && getComputedStyle(modal).getPropertyValue(CLOSING_VARIABLE) !== '';
};

/** Dialogs, menus and option lists in front of a layer, open or being loaded. */
export const frontElements = (layer: Layer): Element[] =>
  [...document.querySelectorAll(FRONT_SELECTOR)]
    .filter(element => (layer === 'screen' || element.closest(OWN_SHORTCUTS_SELECTOR) === null) && !isClosing(element));
