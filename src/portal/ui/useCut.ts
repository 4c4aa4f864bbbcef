/** Texts that take so many lines and no more. */
import {useEffect, useState} from 'react';

/** @returns styles of an element that shows its first lines */
export const clampedTo = (lines: number) => ({
  display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden', overflowWrap: 'break-word',
} as const);

/**
 * Whether an element's text does not fit in it, also after its column changed width.
 *
 * @param lines whether it takes more than so many, however many are shown now
 */
export const useCut = (lines?: number) => {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const room = () => (lines === undefined ? element.clientHeight : lines * Number.parseFloat(getComputedStyle(element).lineHeight));
    const watcher = new ResizeObserver(() => setCut(element.scrollHeight > room() + 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element, lines]);
  return {ref, cut};
};
