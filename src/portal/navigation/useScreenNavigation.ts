/** Navigation from a screen to a form or dialog, which records the origin in the router state. */
import {useCallback, useMemo} from 'react';
import {useLocation, useNavigate, type Location, type To} from 'react-router-dom';
import {PRINT_PATH} from '../../schema/paths.ts';
import {originState} from './locationState.ts';

interface Reach {
  /** For a link. */
  state: object;
  go: (to: To) => void;
  /** Opens a print view, which then opens the print dialog. */
  print: (address: string) => void;
}

/** From a given location instead of the current one. */
export const useScreenNavigationFrom = ({pathname, state: currentState}: Location<unknown>): Reach => {
  const state = useMemo(() => originState({pathname, state: currentState}), [pathname, currentState]);
  const navigate = useNavigate();
  const go = useCallback((to: To) => void navigate(to, {state}), [navigate, state]);
  const print = useCallback((address: string) => void navigate(address, {state: {...state, [PRINT_PATH]: true}}), [navigate, state]);
  return {state, go, print};
};

export const useScreenNavigation = (): Reach => useScreenNavigationFrom(useLocation());
