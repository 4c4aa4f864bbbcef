/** What few screens need at first sight is a chunk of its own. */
import {lazy, Suspense, type ComponentType, type ReactNode} from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/** Milliseconds after a page was opened in which it has all of the line. */
const FIRST = 5000;
let begin: () => void = () => undefined;
const begun = new Promise<void>(resolve => {
  begin = resolve;
});
/** Somebody is at work, or has been reading for a while. */
const atRest = (): Promise<void> => {
  setTimeout(begin, Math.max(0, FIRST - performance.now()));
  return begun;
};

/**
 * Fetches all that `later` has waiting: a dialog should open also for who lost the line since. What does not come is asked for
 * again when it is drawn.
 */
export const fetchAhead = (): void => {
  begin();
  for (const load of waiting.splice(0)) load().catch(() => undefined);
};

/**
 * A component that is fetched when it is first drawn, or once somebody is at work: a dialog, something behind a button.
 *
 * @param when `rest`: not before what the first screen needs, though it is drawn with it
 * @param meanwhile what is drawn in its place until then: of a whole screen, or of what has room of its own, something, lest the page be
 *  blank and move; else a mark that is not seen, so that a screen that is not all there can be told from one that is
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>, when?: 'rest', meanwhile: ReactNode = when === 'rest' ? null : <span hidden aria-busy />,
): ComponentType<Props> => {
  waiting.push(load);
  const Loaded = lazy(async () => {
    if (when === 'rest') await atRest();
    return {default: (await load()) as ComponentType<object>};
  });
  return props => <Suspense fallback={meanwhile}><Loaded {...props} /></Suspense>;
};
