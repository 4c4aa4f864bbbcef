/** The one way from a list (or any screen) to a form or a dialog: it remembers where one came from. */
import {useLocation, useNavigate, type To} from 'react-router-dom';
import {onwardState} from './steps.ts';

export interface Reach {
  /** For a link. */
  state: object;
  go: (to: To) => void;
}

export const useReach = (): Reach => {
  const state = onwardState(useLocation());
  const navigate = useNavigate();
  return {state, go: to => void navigate(to, {state})};
};
