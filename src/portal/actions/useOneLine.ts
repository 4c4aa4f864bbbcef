/** A bar of one line: which of its children have room in it. */
import {useEffect, useState} from 'react';

/** How many of the bar's children stand in its first line, which it shows alone; Infinity: all. */
const inFirstLine = ({children}: HTMLElement): number => {
  const [first, ...others] = [...children] as HTMLElement[];
  const wrapped = others.findIndex(child => child.offsetTop > (first?.offsetTop ?? 0));
  return wrapped === -1 ? Infinity : wrapped + 1;
};

/**
 * @returns `bar`, the ref of an element that wraps its children and cuts off every line but the first; `room`, how many of them are to be
 *   seen (Infinity: all, also where nothing is laid out)
 */
export const useOneLine = () => {
  const [element, bar] = useState<HTMLElement | null>(null);
  const [room, setRoom] = useState(Infinity);
  useEffect(() => {
    if (element === null || typeof ResizeObserver === 'undefined') return undefined;
    const measure = () => setRoom(inFirstLine(element));
    // It also says how things are when it begins.
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
