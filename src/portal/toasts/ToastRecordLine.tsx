/** The second line of a toast: the record's title, and a link to the record or to the next step. */
import {Link, useLocation} from 'react-router-dom';
import {recordAddress} from '../../schema/lists/addresses.ts';
import {DETAILS_PARAM, screens} from '../../schema/paths.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {useResourceAndSession} from '../session/context.ts';
import {useScreenNavigation} from '../navigation/useScreenNavigation.ts';

export interface ToastLink {
  label: string;
  /** An address; one of a dialog opens over the current screen where its path is the same. */
  to: string;
}

export interface ToastRecord {
  name: string;
  record: Readonly<Record<string, unknown>> & {id: number | string};
  next?: ToastLink | undefined;
  isDeleted?: boolean;
}

export const ToastRecordLine = ({name, record, next, isDeleted = false}: ToastRecord) => {
  const {config, resource, session: {perfil}} = useResourceAndSession(name);
  const {pathname, search} = useLocation();
  const {state} = useScreenNavigation();
  const isOpen = pathname === screens(config, resource).edit(record.id)
    || new URLSearchParams(search).get(DETAILS_PARAM) === String(record.id);
  const {label, to} = next ?? {label: 'abrir', to: recordAddress(config, name, resource, {...record, id: Number(record.id)}, perfil)};
  const [path = '', query] = to.split('?');
  const searchParams = new URLSearchParams(pathname === path ? search : '');
  for (const [key, value] of new URLSearchParams(query)) searchParams.set(key, value);
  return (
    <span>
      {recordTitle(resource, record)}
      {!isDeleted && (next !== undefined || !isOpen) && (
        <> · <Link className="toast-link" to={{pathname: path, search: searchParams.toString()}} state={state}>{label}</Link></>
      )}
    </span>
  );
};
