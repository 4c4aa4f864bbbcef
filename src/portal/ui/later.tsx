/** What few screens need at first sight is a chunk of its own. */
import {lazy, Suspense, type ComponentType} from 'react';

/**
 * A component that is fetched when it is first drawn: a dialog, something behind a button.
 *
 * @returns nothing is drawn in its place meanwhile
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const Loaded = lazy(async () => ({default: (await load()) as ComponentType<object>}));
  return props => <Suspense><Loaded {...props} /></Suspense>;
};
