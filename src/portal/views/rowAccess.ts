/** Whether a row shows its edit link: the profile may change the resource, and the record's status allows it (§4). */
import {may} from '../../schema/access.ts';
import type {Resource} from '../../schema/config.ts';
import type {Values} from '../../schema/validate.ts';
import {statusById} from '../../schema/workflow.ts';

export const showsEditLink = (resource: Resource, record: Values, perfil: string): boolean => {
  if (!may(resource, 'update', perfil)) return false;
  const {editLink} = resource.list;
  if (editLink === undefined || resource.status === undefined) return true;
  const status = statusById(resource, record[resource.status])?.key;
  return status !== undefined && editLink[status]?.includes(perfil) === true;
};
