/** What scrolls sideways, and is wider than its place: how much of it is out of sight. */

/**
 * Tells how many pixels are out of sight before and after what is shown, now and whenever that changes.
 *
 * @returns the function that stops
 */
export const watchEdges = (place: HTMLElement, tell: (before: number, after: number) => void): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const look = () => tell(place.scrollLeft, place.scrollWidth - place.clientWidth - place.scrollLeft);
  const watcher = new ResizeObserver(look);
  watcher.observe(place);
  for (const inside of place.children) watcher.observe(inside);
  place.addEventListener('scroll', look, {passive: true});
  return () => {
    watcher.disconnect();
    place.removeEventListener('scroll', look);
  };
};
