/** Where a list leads: the one way from it to a form and to the details, for links, buttons and keys alike. */
import {may, mayChange} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import {hasDetails} from '../../../schema/parts.ts';
import {DETAILS, screens} from '../../../schema/paths.ts';
import type {Session} from '../../../schema/session.ts';
import {statusById} from '../../../schema/lifeCycle/statuses.ts';
import {useAbout} from '../../session/context.ts';
import {useReach} from '../../ui/place/useReach.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {savingVerdict} from '../../wire/verdict.ts';
import {useOverListAddress} from './overList.ts';

/** Whether a row shows its edit link: where its status does by declaration, else where it could be saved (rules: Lists 8, Tickets 6). */
const showsEditLink = (config: Config, resource: Resource, record: Row, session: Session): boolean => {
  const {list: {editLink}, status} = resource;
  if (!mayChange(resource, record, session.perfil)) return false;
  if (editLink === undefined || status === undefined) return savingVerdict(config, resource, record, session).allowed;
  return editLink[statusById(resource, record[status])?.key ?? '']?.includes(session.perfil) === true;
};

/** An address with the way back from it: what a link is made of. */
export interface Lead {
  to: string;
  state: object;
}

interface Leads {
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
}

export const useLeads = (name: string): Leads => {
  const {config, resource, session} = useAbout(name);
  const {perfil} = session;
  const {state, go} = useReach();
  const detailsOf = useOverListAddress(name, DETAILS);
  const address = screens(config, resource);
  const edit = (record: Row): Lead | undefined =>
    (showsEditLink(config, resource, record, session) ? {to: address.edit(record.id), state} : undefined);
  const details = (record: Row): Lead | undefined =>
    (hasDetails(resource) && may(resource, 'read', perfil) ? {to: detailsOf(String(record.id)), state} : undefined);
  return {
    create: may(resource, 'create', perfil) ? {to: address.create, state} : undefined,
    edit,
    details,
    row: record => details(record) ?? edit(record),
    follow: ({to}) => go(to),
  };
};
