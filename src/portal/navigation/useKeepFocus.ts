/** Keeps the focus within a container whose focused row is removed or whose focused button is disabled while it works. */
import {useEffect, useRef, type RefObject} from 'react';
import {isFocusLost} from './focus.ts';

const FOCUSABLE = ':is(a[href], button, input, select):not(:disabled, [hidden], [tabindex="-1"])';

interface FocusState {
  element: HTMLElement;
  /** First those after the element, then those before, the nearest first. */
  nextElements: HTMLElement[];
  wasDisabled: boolean;
}

/** Moves a lost focus to the next element, or back to the same one once it is enabled again. */
export const useKeepFocus = (container: RefObject<HTMLElement | null>): void => {
  const lastFocus = useRef<FocusState>(undefined);
  useEffect(() => {
    const containerElement = container.current;
    const rememberFocus = ({target}: FocusEvent): void => {
      if (containerElement === null || !(target instanceof HTMLElement)) return;
      const focusable = [...containerElement.querySelectorAll<HTMLElement>(FOCUSABLE)];
      const index = focusable.indexOf(target);
      lastFocus.current = {
        element: target,
        nextElements: [...focusable.slice(index + 1), ...focusable.slice(0, Math.max(index, 0)).toReversed()],
        wasDisabled: false,
      };
    };
    containerElement?.addEventListener('focusin', rememberFocus);
    return () => containerElement?.removeEventListener('focusin', rememberFocus);
  }, [container]);
  // Without dependencies: after every render.
  useEffect(() => {
    if (lastFocus.current === undefined) return;
    const {element, nextElements, wasDisabled} = lastFocus.current;
    lastFocus.current.wasDisabled = element.matches(':disabled');
    if (!isFocusLost() || (element.isConnected && !(wasDisabled && !lastFocus.current.wasDisabled))) return;
    [element, ...nextElements].find(candidate => candidate.isConnected && candidate.matches(FOCUSABLE))?.focus();
  });
};
