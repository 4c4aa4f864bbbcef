/** Who may edit a row, and where the row leads. */
import {mayChange} from '../../schema/access.ts';
import type {Resource} from '../../schema/config.ts';
import {screens} from '../../schema/paths.ts';
import type {Values} from '../../schema/validate.ts';
import {statusById} from '../../schema/statuses.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import type {Row} from '../wire/providers/dialects.ts';

/** Whether a row shows its edit link: the profile may change the resource, and the record's status allows it (§4). */
export const showsEditLink = (resource: Resource, record: Values, perfil: string): boolean => {
  if (!mayChange(resource, record, perfil)) return false;
  const {editLink} = resource.list;
  if (editLink === undefined || resource.status === undefined) return true;
  const status = statusById(resource, record[resource.status])?.key;
  return status !== undefined && editLink[status]?.includes(perfil) === true;
};

/** Where a row leads; undefined where it may not be edited. */
export const useRowLink = (name: string): ((record: Row) => string | undefined) => {
  const config = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  return record => (showsEditLink(resource, record, perfil) ? screens(config, resource).edit(record.id) : undefined);
};
