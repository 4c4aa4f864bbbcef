/** Where a list leads: the one way from it to a form and to the details, for links, buttons and keys alike. */
import {useMemo, useState, type MouseEvent} from 'react';
import {useLocation, type Location} from 'react-router-dom';
import {may} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {mayChange} from '../../../schema/records/giving.ts';
import {hasDetails} from '../../../schema/parts.ts';
import {childAddress, CHILDREN, DETAILS, screens} from '../../../schema/paths.ts';
import type {Session} from '../../../schema/session.ts';
import {statusById} from '../../../schema/statuses/statuses.ts';
import {useAbout} from '../../session/context.ts';
import {useReachFrom} from '../../ui/place/useReach.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {savingVerdict} from '../../wire/verdict.ts';
import {isCovered} from './listQuery.ts';
import {useOverListAddress} from './overList.ts';

/** Whether a row shows its edit link: where its status does by declaration, else where it could be saved (rules: Lists 8, Tickets 6). */
const showsEditLink = (config: Config, resource: Resource, record: Row, session: Session): boolean => {
  const {list: {editLink}, status} = resource;
  if (!mayChange(config, resource, record, session.perfil)) return false;
  if (editLink === undefined || status === undefined) return savingVerdict(config, resource, record, session).allowed;
  return editLink[statusById(resource, record[status])?.key ?? '']?.includes(session.perfil) === true;
};

/** An address with the way back from it: what a link is made of. */
export interface Lead {
  to: string;
  state: object;
}

export interface Leads {
  /** To the empty form; undefined for who may not create. */
  create: Lead | undefined;
  /** To the form of a record; undefined where it may not be edited. */
  edit: (record: Row) => Lead | undefined;
  /** To what can be seen of a record over the list; undefined where there is no such view. */
  details: (record: Row) => Lead | undefined;
  /** Where a row leads: to its details, else to its form. */
  row: (record: Row) => Lead | undefined;
  /** By a key, as a link does by a click. */
  follow: (lead: Pick<Lead, 'to'>) => void;
  openChildren: (child: string, record: Row) => void;
  print: (record: Row) => void;
}

/** What does something itself when it is pressed, and what lies over the list. */
const CONTROLS = 'a, button, input, label, [role], [tabindex="0"]';
/** A press on the body of a row or card follows its main link; not one that ends a selection of text. */
export const openOnClick = ({target, currentTarget}: MouseEvent<HTMLElement>): void => {
  const element = target as HTMLElement;
  // What is drawn elsewhere is heard here, too.
  if (!currentTarget.contains(element) || element.closest(CONTROLS) || getSelection()?.isCollapsed === false) return;
  element.closest('[data-registro]')?.querySelector<HTMLElement>('[data-principal]')?.click();
};

/** Where the list is: what lies over it, as the address says, is nothing to its rows. */
const useOwnPlace = (): Location<unknown> => {
  const now = useLocation() as Location<unknown>;
  const [own, setOwn] = useState(now);
  // What was opened and closed again leaves it at the step that it was before.
  if (now.key !== own.key && now.hash === '' && !isCovered(now.search)) setOwn(now);
  return own;
};

/** The same ones until they lead elsewhere. */
export const useLeads = (name: string): Leads => {
  const {config, resource, session} = useAbout(name);
  const place = useOwnPlace();
  const {state, go, print} = useReachFrom(place);
  const overList = useOverListAddress(name, place.search);
  return useMemo(() => {
    const {perfil} = session;
    const address = screens(config, resource);
    const edit = (record: Row): Lead | undefined =>
      (showsEditLink(config, resource, record, session) ? {to: address.edit(record.id), state} : undefined);
    const details = (record: Row): Lead | undefined =>
      (hasDetails(resource) && may(resource, 'read', perfil) ? {to: overList(DETAILS, String(record.id)), state} : undefined);
    return {
      create: may(resource, 'create', perfil) ? {to: address.create, state} : undefined,
      edit,
      details,
      row: record => details(record) ?? edit(record),
      follow: ({to}) => go(to),
      openChildren: (child, {id}) => go(overList(CHILDREN, childAddress(child, id))),
      print: ({id}) => print(address.print(id)),
    };
  }, [config, resource, session, state, go, print, overList]);
};
