/** Texts that take so many lines and no more. */
import {useEffect, useState} from 'react';

/** @returns styles of an element that shows its first lines */
export const clampedTo = (lines: number) => ({
  display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden', overflowWrap: 'break-word',
} as const);

/** Whether an element's text does not fit in it, also after its column changed width. */
export const useCut = () => {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const watcher = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element]);
  return {ref, cut};
};
