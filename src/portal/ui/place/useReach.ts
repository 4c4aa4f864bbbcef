/** The one way from a list (or any screen) to a form or a dialog: it remembers where one came from. */
import {useLocation, useNavigate, type To} from 'react-router-dom';
import {PRINT} from '../../../schema/paths.ts';
import {onwardState} from './steps.ts';

interface Reach {
  /** For a link. */
  state: object;
  go: (to: To) => void;
}

export const useReach = (): Reach => {
  const state = onwardState(useLocation());
  const navigate = useNavigate();
  return {state, go: to => void navigate(to, {state})};
};

/** @returns the way to paper: to the address of what is printed, asking for the printer once it is there */
export const usePrint = (): ((address: string) => void) => {
  const {state} = useReach();
  const navigate = useNavigate();
  return address => void navigate(address, {state: {...state, [PRINT]: true}});
};
