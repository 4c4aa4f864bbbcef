/** Records that are switched off: they stay, and stay to be seen as such. */
import type {Resource} from '../config/config.ts';
import type {Values} from '../fields/validate.ts';

/** Whether a record is off; one whose switch is not known (another server's answer) is not. */
export const isOff = ({toggle}: Resource, record: Values): boolean =>
  toggle !== undefined && record[toggle.field] !== undefined && record[toggle.field] !== toggle.on;

/** Why another record cannot name one that is off; undefined where it may, as by what belongs to it (an item to its template). */
export const refusalOf = (target: Resource, {owner}: Pick<Resource, 'owner'>, campo: string): string | undefined =>
  (owner?.through === campo ? undefined : target.toggle?.refuses);

/** What names a record among others to choose from: one that is off says so. */
export const optionName = (resource: Resource, record: Values): string => {
  const title = record[resource.title];
  const name = typeof title === 'string' || typeof title === 'number' ? String(title) : '';
  const off = resource.toggle?.off;
  return off !== undefined && isOff(resource, record) ? `${name} (${off})` : name;
};
