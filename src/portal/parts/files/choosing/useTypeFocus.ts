/** Whoever chose files by their button goes on with the first type that is missing; who writes elsewhere meanwhile stays there. */
import {useEffect, useRef, type RefObject} from 'react';

/** @param waiting how many files wait for their type or to be added */
export const useTypeFocus = (place: RefObject<HTMLElement | null>, waiting: number): void => {
  const before = useRef(waiting);
  useEffect(() => {
    const isMore = waiting > before.current;
    before.current = waiting;
    if (!isMore || place.current?.contains(document.activeElement) !== true) return;
    [...place.current.querySelectorAll('select')].find(({value}) => value === '')?.focus();
  }, [place, waiting]);
};
