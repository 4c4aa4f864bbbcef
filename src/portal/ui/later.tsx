/** What few screens need at first sight is a chunk of its own. */
import {lazy, Suspense, type ComponentType} from 'react';

const waiting: (() => Promise<unknown>)[] = [];

/**
 * Fetches all that `later` has waiting: a dialog should open also for who lost the line since. What does not come is asked for
 * again when it is drawn.
 */
export const fetchAhead = (): void => {
  for (const load of waiting.splice(0)) load().catch(() => undefined);
};

/**
 * A component that is fetched when it is first drawn, or once somebody is at work: a dialog, something behind a button.
 *
 * @returns nothing is drawn in its place meanwhile
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  waiting.push(load);
  const Loaded = lazy(async () => ({default: (await load()) as ComponentType<object>}));
  return props => <Suspense><Loaded {...props} /></Suspense>;
};
