/** The focus within what its own buttons change: a row that is taken away, a button that is off while it works. */
import {useEffect, useRef, type RefObject} from 'react';
import {isIdle} from './focus.ts';

const STOP = ':is(a[href], button, input, select):not(:disabled, [hidden], [tabindex="-1"])';

interface Last {
  element: HTMLElement;
  /** What comes after it, then what stands before it, the nearest first. */
  others: HTMLElement[];
  off: boolean;
}

/** Where what had it is gone, what stands next to that has it; where that was off and works again, it itself. Nobody else loses it. */
export const useFocusKept = (place: RefObject<HTMLElement | null>): void => {
  const last = useRef<Last>(undefined);
  useEffect(() => {
    const within = place.current;
    const keep = ({target}: FocusEvent): void => {
      if (within === null || !(target instanceof HTMLElement)) return;
      const stops = [...within.querySelectorAll<HTMLElement>(STOP)];
      const at = stops.indexOf(target);
      last.current = {element: target, others: [...stops.slice(at + 1), ...stops.slice(0, Math.max(at, 0)).toReversed()], off: false};
    };
    within?.addEventListener('focusin', keep);
    return () => within?.removeEventListener('focusin', keep);
  }, [place]);
  // After whatever is drawn anew.
  useEffect(() => {
    if (last.current === undefined) return;
    const {element, others, off} = last.current;
    last.current.off = element.matches(':disabled');
    if (!isIdle() || (element.isConnected && !(off && !last.current.off))) return;
    [element, ...others].find(one => one.isConnected && one.matches(STOP))?.focus();
  });
};
