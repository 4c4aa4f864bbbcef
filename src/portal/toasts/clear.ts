/** Where toasts stand over a dialog: clear of what can be pressed there, and of its inputs where there is room. */
import {useEffect, useRef, type RefObject} from 'react';

export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}
export interface Control extends Box {
  /** How much it matters that it stays in sight. */
  weight: number;
}

/** Pixels between the places that are tried, and to the window's lower edge. */
const STEP = 8;
/** One button outweighs all the inputs of a form. */
const PRESSED = 1000;

const covered = (box: Box, controls: readonly Control[]): number =>
  controls.reduce((sum, {weight, ...one}) =>
    sum + (box.left < one.right && one.left < box.right && box.top < one.bottom && one.top < box.bottom ? weight : 0), 0);

/**
 * @param toasts their box, in pixels of the window, where they stand while nothing is in the way
 * @returns the top at which they cover the least: the highest of such
 */
export const clearTop = (toasts: Box, controls: readonly Control[], windowHeight: number): number => {
  const height = toasts.bottom - toasts.top;
  let best = {top: toasts.top, cost: covered(toasts, controls)};
  for (let top = toasts.top + STEP; best.cost > 0 && top + height + STEP <= windowHeight; top += STEP) {
    const cost = covered({...toasts, top, bottom: top + height}, controls);
    if (cost < best.cost) best = {top, cost};
  }
  return best.top;
};

/** Plain: a DOMRect's sides are not its own properties, and a copy would have none. */
const boxOf = (element: Element): Box => {
  const {top, bottom, left, right} = element.getBoundingClientRect();
  return {top, bottom, left, right};
};

const controlsOf = (dialog: Element): Control[] =>
  [...dialog.querySelectorAll('a[href], button, input, select, textarea, [role="button"], [role="tab"]')].flatMap(one => {
    const box = boxOf(one);
    return box.right > box.left ? [{...box, weight: one.matches('input, select, textarea') ? 1 : PRESSED}] : [];
  });

/** @returns for what holds the toasts: they are kept clear of the uppermost dialog, as either comes, goes or changes */
export const useClearOfDialogs = (): RefObject<HTMLDivElement | null> => {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame: number | undefined;
    const arrange = () => {
      frame = undefined;
      const stack = host.current?.querySelector<HTMLElement>('.Toastify__toast-container');
      if (!stack) return;
      const dialog = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
      const controls = dialog === undefined ? [] : controlsOf(dialog);
      // What reads well where it is does not move.
      if (controls.length > 0 && stack.style.top !== '' && covered(boxOf(stack), controls) === 0) return;
      stack.style.removeProperty('top');
      const home = boxOf(stack);
      const top = clearTop(home, controls, window.innerHeight);
      if (top !== home.top) stack.style.top = `${top}px`;
    };
    const soon = () => {
      frame ??= requestAnimationFrame(arrange);
    };
    const watcher = new MutationObserver(soon);
    watcher.observe(document.body, {childList: true, subtree: true});
    window.addEventListener('resize', soon);
    // A toast has its height when its bar begins to run.
    document.addEventListener('animationstart', soon);
    return () => {
      watcher.disconnect();
      window.removeEventListener('resize', soon);
      document.removeEventListener('animationstart', soon);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, []);
  return host;
};
