/**
 * A dialog over a list, stored in the list's address as one parameter: links and reloads reopen it, the browser's back button closes it.
 */
import {useCallback, useEffect, useRef} from 'react';
import {useLocation, useNavigate, useNavigation, useSearchParams} from 'react-router-dom';
import {stepBack} from '../../navigation/stepBack.ts';
import {originOf} from '../../navigation/locationState.ts';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {defaultFilters} from '../filters/filterInputs.ts';
import {withDefaultFilters} from './listSearch.ts';

/** @returns a function that builds a dialog's address from the list's query and the dialog's parameter */
export const useBuildOverlayAddress = (name: string, search: string) => {
  const {config, resource, session} = useResourceAndSession(name);
  return useCallback((param: string, value: string): string => {
    const next = new URLSearchParams(search);
    next.set(param, value);
    const query = `?${next.toString()}`;
    // Filters are included, because the list would otherwise redirect to add them and remount under the dialog.
    return withDefaultFilters(query, defaultFilters(config, resource, session)) ?? query;
  }, [config, resource, session, search]);
};

interface Overlay {
  value: string | undefined;
  open: (value: string) => void;
  /** Replaces the value of the open dialog without a history entry. */
  change: (value: string) => void;
  close: () => void;
}

/** @param addressOf the address of the dialog with this value */
const useOverlay = (param: string, addressOf: (value: string) => string): Overlay => {
  const [search, setSearch] = useSearchParams();
  const {state} = useLocation() as {state: unknown};
  const reach = useScreenNavigation();
  const navigate = useNavigate();
  // `isLeaving` blocks a second click while the browser goes back, which would leave the screen as well.
  // `useNavigation` redraws after each navigation, also a blocked one, and the effect resets the flag.
  useNavigation();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = false;
  });
  return {
    value: search.get(param) ?? undefined,
    open: value => reach.go(addressOf(value)),
    // flushSync, because the next key press belongs to the new value.
    change: value => void navigate(addressOf(value), {replace: true, state, flushSync: true}),
    close: () => {
      if (isLeaving.current) return;
      isLeaving.current = true;
      // Opened from a screen: closing goes back in history.
      if (originOf(state) !== undefined) return stepBack(navigate);
      const next = new URLSearchParams(search);
      next.delete(param);
      setSearch(next, {replace: true, state});
    },
  };
};

export const useListOverlay = (name: string, param: string): Overlay => {
  const addressOf = useBuildOverlayAddress(name, useLocation().search);
  return useOverlay(param, value => addressOf(param, value));
};

/** A dialog over a screen without other parameters. */
export const useScreenOverlay = (param: string): Overlay =>
  useOverlay(param, value => `?${new URLSearchParams({[param]: value}).toString()}`);
