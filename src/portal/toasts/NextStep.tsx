/** The second line of a toast: the step that follows what was done, over the screen one is on where it is a dialog of that. */
import {Link, useLocation} from 'react-router-dom';
import {useReach} from '../ui/place/useReach.ts';

export interface Step {
  label: string;
  /** A screen's path. */
  path: string;
  /** What opens the dialog over it. */
  query: Readonly<Record<string, string>>;
}

export const NextStep = ({label, path, query}: Step) => {
  const {pathname, search} = useLocation();
  const {state} = useReach();
  const next = new URLSearchParams(pathname === path ? search : '');
  for (const [name, value] of Object.entries(query)) next.set(name, value);
  return <Link className="toast-next" to={`${path}?${next.toString()}`} state={state}>{label}</Link>;
};
