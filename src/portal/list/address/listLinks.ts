/** Links from a list to the form, the details and the printed record, shared by links, buttons and keys. */
import {useMemo, useState, type MouseEvent} from 'react';
import {useLocation, type Location} from 'react-router-dom';
import {mayAccess} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {mayChange} from '../../../schema/records/profileGrants.ts';
import {hasDetails} from '../../../schema/parts.ts';
import {childAddress, CHILDREN_PARAM, DETAILS_PARAM, screens} from '../../../schema/paths.ts';
import type {Session} from '../../../schema/session.ts';
import {statusById} from '../../../schema/statuses/statuses.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {useScreenNavigationFrom} from '../../navigation/useScreenNavigation.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {savingVerdict} from '../../api/actionVerdicts.ts';
import {hasOverlayParams} from './listSearch.ts';
import {useBuildOverlayAddress} from './overlay.ts';

/** Tells whether a row shows its edit link: by `editLink` for its status, else by whether it may be saved (rules: Lists 8, Tickets 6). */
const showsEditLink = (config: Config, resource: Resource, record: Row, session: Session): boolean => {
  const {list: {editLink}, status} = resource;
  if (!mayChange(config, resource, record, session.perfil)) return false;
  if (editLink === undefined || status === undefined) return savingVerdict(config, resource, record, session).allowed;
  return editLink[statusById(resource, record[status])?.key ?? '']?.includes(session.perfil) === true;
};

/** An address with the router state that leads back; spread onto a link. */
export interface LinkTarget {
  to: string;
  state: object;
}

export interface ListLinks {
  create: LinkTarget | undefined;
  edit: (record: Row) => LinkTarget | undefined;
  /** Details over the list; undefined for a resource without details. */
  details: (record: Row) => LinkTarget | undefined;
  /** The row's main link: its details, else its form. */
  mainLink: (record: Row) => LinkTarget | undefined;
  follow: (lead: Pick<LinkTarget, 'to'>) => void;
  openChildren: (child: string, record: Row) => void;
  print: (record: Row) => void;
}

/** Elements with an action of their own; `[role]` includes dialogs over the list. */
const CONTROLS = 'a, button, input, label, [role], [tabindex="0"]';
/** A click on the body of a row or card follows its main link, unless the click ends a text selection. */
export const followMainLinkOnClick = ({target, currentTarget}: MouseEvent<HTMLElement>): void => {
  const element = target as HTMLElement;
  // React events bubble out of portals, so the target may lie outside the list.
  if (!currentTarget.contains(element) || element.closest(CONTROLS) || getSelection()?.isCollapsed === false) return;
  element.closest('[data-registro]')?.querySelector<HTMLElement>('[data-principal]')?.click();
};

/** The list's location without its overlays; a stable value keeps the rows from being redrawn. */
const useListLocation = (): Location<unknown> => {
  const location = useLocation() as Location<unknown>;
  const [listLocation, setListLocation] = useState(location);
  // Opening and closing an overlay returns to the same history entry, whose key is unchanged.
  if (location.key !== listLocation.key && location.hash === '' && !hasOverlayParams(location.search)) setListLocation(location);
  return listLocation;
};

/** Memoised, so that rows are not redrawn. */
export const useListLinks = (name: string): ListLinks => {
  const {config, resource, session} = useResourceAndSession(name);
  const listLocation = useListLocation();
  const {state, go, print} = useScreenNavigationFrom(listLocation);
  const overList = useBuildOverlayAddress(name, listLocation.search);
  return useMemo((): ListLinks => {
    const {perfil} = session;
    const address = screens(config, resource);
    const edit = (record: Row): LinkTarget | undefined =>
      (showsEditLink(config, resource, record, session) ? {to: address.edit(record.id), state} : undefined);
    const details = (record: Row): LinkTarget | undefined =>
      (hasDetails(resource) && mayAccess(resource, 'read', perfil) ? {to: overList(DETAILS_PARAM, String(record.id)), state} : undefined);
    return {
      create: mayAccess(resource, 'create', perfil) ? {to: address.create, state} : undefined,
      edit,
      details,
      mainLink: record => details(record) ?? edit(record),
      follow: ({to}) => go(to),
      openChildren: (child, {id}) => go(overList(CHILDREN_PARAM, childAddress(child, id))),
      print: ({id}) => print(address.print(id)),
    };
  }, [config, resource, session, state, go, print, overList]);
};
