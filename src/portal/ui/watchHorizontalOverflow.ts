/** Reports how many pixels of a horizontal scroller are hidden before and after the visible part, now and on changes. @returns stops it */
export const watchHorizontalOverflow = (scroller: HTMLElement, onChange: (before: number, after: number) => void): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const measure = () => onChange(scroller.scrollLeft, scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft);
  const watcher = new ResizeObserver(measure);
  watcher.observe(scroller);
  for (const child of scroller.children) watcher.observe(child);
  scroller.addEventListener('scroll', measure, {passive: true});
  return () => {
    watcher.disconnect();
    scroller.removeEventListener('scroll', measure);
  };
};
