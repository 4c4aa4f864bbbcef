import {useEffect, useState} from 'react';

/** Counts the children in the first line; Infinity: all. */
const countFirstLine = ({children}: HTMLElement): number => {
  const [first, ...others] = [...children] as HTMLElement[];
  const wrapped = others.findIndex(child => child.offsetTop > (first?.offsetTop ?? 0));
  return wrapped === -1 ? Infinity : wrapped + 1;
};

/**
 * @returns `bar`, the ref of an element that wraps its children and clips all lines but the first; `room`, the number of visible children,
 * Infinity for all
 */
export const useFittingChildCount = () => {
  const [element, bar] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState(Infinity);
  useEffect(() => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setRoom(countFirstLine(element));
    // A ResizeObserver also reports the initial size.
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const children = new MutationObserver(measure);
    children.observe(element, {childList: true});
    return () => {
      sizes.disconnect();
      children.disconnect();
    };
  }, [element]);
  return {bar, room};
};
