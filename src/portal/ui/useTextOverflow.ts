import {useEffect, useState} from 'react';

export const clampLines = (lines: number) => ({
  display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden', overflowWrap: 'break-word',
} as const);

/**
 * Observes whether a text overflows its element.
 *
 * @param lines compares with so many lines instead of the visible ones
 */
export const useTextOverflow = (lines?: number) => {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const availableHeight = () =>
      (lines === undefined ? element.clientHeight : lines * Number.parseFloat(getComputedStyle(element).lineHeight));
    const watcher = new ResizeObserver(() => setCut(element.scrollHeight > availableHeight() + 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [element, lines]);
  return {ref, cut: isCut};
};
