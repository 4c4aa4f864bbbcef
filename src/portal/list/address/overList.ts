/**
 * A dialog over a list, kept in the list's own address as one parameter: a link or a reload opens it again, the browser's
 * back button closes it.
 */
import {useCallback, useEffect, useRef} from 'react';
import {useLocation, useNavigate, useNavigation, useSearchParams} from 'react-router-dom';
import {stepBack} from '../../ui/place/stepBack.ts';
import {originOf} from '../../ui/place/steps.ts';
import {useReach} from '../../ui/place/useReach.ts';
import {useAbout} from '../../session/context.ts';
import {openingFilters} from '../filters/filterFields.ts';
import {withOpeningFilters} from './listQuery.ts';

/** @returns where a dialog over this list is: what the list says already, and the dialog's parameter */
export const useOverListAddress = (name: string, search: string) => {
  const {config, resource, session} = useAbout(name);
  return useCallback((param: string, value: string): string => {
    const next = new URLSearchParams(search);
    next.set(param, value);
    const said = `?${next.toString()}`;
    // Else the list would be sent there itself, and drawn from the start under the dialog.
    return withOpeningFilters(said, openingFilters(config, resource, session)) ?? said;
  }, [config, resource, session, search]);
};

interface OverList {
  /** What the address asks for; undefined for nothing. */
  value: string | undefined;
  open: (value: string) => void;
  /** Another value for the dialog that is open: no step of its own for the back button. */
  change: (value: string) => void;
  close: () => void;
}

/**
 * @param param the parameter of the address
 * @param addressOf the address of the dialog that shows this value
 */
const useOver = (param: string, addressOf: (value: string) => string): OverList => {
  const [search, setSearch] = useSearchParams();
  const {state} = useLocation() as {state: unknown};
  const reach = useReach();
  const navigate = useNavigate();
  // Going back takes the browser a moment, and a second click in it would leave the screen as well. Whatever the router
  // makes of it draws this again, a step that was stopped by a question too: then it may be tried again.
  useNavigation();
  const leaving = useRef(false);
  useEffect(() => {
    leaving.current = false;
  });
  return {
    value: search.get(param) ?? undefined,
    open: value => reach.go(addressOf(value)),
    // At once: what is typed next belongs to what was just chosen.
    change: value => void navigate(addressOf(value), {replace: true, state, flushSync: true}),
    close: () => {
      if (leaving.current) return;
      leaving.current = true;
      // Opened from a screen, this one or another: closing goes back to it, as the browser's own button does.
      if (originOf(state) !== undefined) return stepBack(navigate);
      const next = new URLSearchParams(search);
      next.delete(param);
      setSearch(next, {replace: true, state});
    },
  };
};

export const useOverList = (name: string, param: string): OverList => {
  const addressOf = useOverListAddress(name, useLocation().search);
  return useOver(param, value => addressOf(param, value));
};

/** Over a screen whose address says nothing else. */
export const useOverScreen = (param: string): OverList => useOver(param, value => `?${new URLSearchParams({[param]: value}).toString()}`);
