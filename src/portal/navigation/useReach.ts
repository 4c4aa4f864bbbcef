/** The one way from a list (or any screen) to a form or a dialog: it remembers where one came from. */
import {useCallback, useMemo} from 'react';
import {useLocation, useNavigate, type Location, type To} from 'react-router-dom';
import {PRINT_PATH} from '../../schema/paths.ts';
import {onwardState} from './steps.ts';

interface Reach {
  /** For a link. */
  state: object;
  go: (to: To) => void;
  /** To paper: to the address of what is printed, asking for the printer once it is there. */
  print: (address: string) => void;
}

/** From that place, whatever the address says now. */
export const useReachFrom = ({pathname, state: here}: Location<unknown>): Reach => {
  const state = useMemo(() => onwardState({pathname, state: here}), [pathname, here]);
  const navigate = useNavigate();
  const go = useCallback((to: To) => void navigate(to, {state}), [navigate, state]);
  const print = useCallback((address: string) => void navigate(address, {state: {...state, [PRINT_PATH]: true}}), [navigate, state]);
  return {state, go, print};
};

export const useReach = (): Reach => useReachFrom(useLocation());
