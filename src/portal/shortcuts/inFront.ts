/** What stands in front of the screen, and has its keys. */
import {CLOSING} from '../theme/tokens.ts';
import {HAS_OWN_KEYS, type Layer} from './registry.ts';

const IN_FRONT = '.MuiModal-root:not(.MuiModal-hidden), [role="dialog"], [role="alertdialog"], [role="listbox"], [data-abrindo]';

/** Closed, however long it takes to fade out: who closed it is at the screen again. */
export const isClosing = (one: Element): boolean => {
  const modal = one.closest('.MuiModal-root');
  return modal !== null && getComputedStyle(modal).getPropertyValue(CLOSING) !== '';
};

/** Dialogs, menus and lists of options in front of a layer, or on their way there: their keys are their own. */
export const frontElements = (layer: Layer): Element[] =>
  [...document.querySelectorAll(IN_FRONT)].filter(one => (layer === 'screen' || one.closest(HAS_OWN_KEYS) === null) && !isClosing(one));
