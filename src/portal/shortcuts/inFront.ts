/** Elements in front of the screen, which own the keys. */
import {CLOSING} from '../theme/tokens.ts';
import {HAS_OWN_KEYS, type Layer} from './registry.ts';

const FRONT_SELECTOR = '.MuiModal-root:not(.MuiModal-hidden), [role="dialog"], [role="alertdialog"], [role="listbox"], [data-abrindo]';

/** True while a modal fades out, because its keys already belong to the screen. */
export const isClosing = (element: Element): boolean => {
  const modal = element.closest('.MuiModal-root');
  return modal !== null && getComputedStyle(modal).getPropertyValue(CLOSING) !== '';
};

/** Dialogs, menus and option lists in front of a layer, open or being loaded. */
export const frontElements = (layer: Layer): Element[] =>
  [...document.querySelectorAll(FRONT_SELECTOR)]
    .filter(element => (layer === 'screen' || element.closest(HAS_OWN_KEYS) === null) && !isClosing(element));
