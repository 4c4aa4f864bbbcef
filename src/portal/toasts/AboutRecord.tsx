/** The second line of a toast: the record it speaks of, and the way to it, or to the step that follows what was done. */
import {Link, useLocation} from 'react-router-dom';
import {addressOf} from '../../schema/lists/addresses.ts';
import {DETAILS_PARAM, screens} from '../../schema/paths.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {useAbout} from '../session/context.ts';
import {useReach} from '../navigation/useReach.ts';

export interface Step {
  label: string;
  /** An address; of a dialog, over the screen one is on where it is a dialog of that. */
  to: string;
}

export interface About {
  /** The resource's name. */
  name: string;
  /** As far as it is known. */
  record: Readonly<Record<string, unknown>> & {id: number | string};
  /** Instead of the way to the record. */
  next?: Step | undefined;
  /** There is none any more. */
  gone?: boolean;
}

export const AboutRecord = ({name, record, next, gone = false}: About) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  const {pathname, search} = useLocation();
  const {state} = useReach();
  const isHere = pathname === screens(config, resource).edit(record.id)
    || new URLSearchParams(search).get(DETAILS_PARAM) === String(record.id);
  const {label, to} = next ?? {label: 'abrir', to: addressOf(config, name, resource, {...record, id: Number(record.id)}, perfil)};
  const [path = '', query] = to.split('?');
  const over = new URLSearchParams(pathname === path ? search : '');
  for (const [key, value] of new URLSearchParams(query)) over.set(key, value);
  return (
    <span>
      {recordTitle(resource, record)}
      {!gone && (next !== undefined || !isHere) && (
        <> · <Link className="toast-link" to={{pathname: path, search: over.toString()}} state={state}>{label}</Link></>
      )}
    </span>
  );
};
