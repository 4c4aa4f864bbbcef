/** The theme somebody chose, kept in the browser under react-admin's own key; a script in `index.html` reads it before the first paint. */
import {useRemoveFromStore, useStore} from 'ra-core';

const KEY = 'theme';

/** undefined: the system's, also when that changes. */
export type ThemeChoice = 'light' | 'dark' | undefined;

export const useThemeChoice = (): [ThemeChoice, (choice: ThemeChoice) => void] => {
  const [stored, store] = useStore<ThemeChoice>(KEY);
  // Nothing is what the provider takes for 'as the system': a stored default would be a choice.
  const remove = useRemoveFromStore(KEY);
  return [stored, choice => (choice === undefined ? remove() : store(choice))];
};
