/** Records that are switched off: they stay, and stay to be seen as such. */
import type {GivenResource, Resource} from '../config/config.ts';
import type {GivenFields} from '../config/fields.ts';
import type {Values} from '../fields/validate.ts';

type Switched = Pick<GivenResource, 'toggle' | 'fields' | 'actions'>;

/** Its value of a record that is on. */
const onOf = (field: GivenFields[string] | undefined): string | number | boolean => {
  if (field?.default !== undefined) return field.default;
  return (field?.kind === 'escolha' ? field.choices[0]?.id : undefined) ?? true;
};

export interface Switch {
  field: string;
  on: string | number | boolean;
  /** The actions that set it. */
  enable: string;
  disable: string;
}

/** The switch of a resource's records, and the two actions behind it; undefined where it has none. */
export const switchOf = ({toggle, fields, actions = {}}: Switched): Switch | undefined => {
  if (toggle === undefined) return undefined;
  const {field} = toggle;
  const on = onOf(fields[field]);
  const setting = (isOn: boolean): string | undefined =>
    Object.entries(actions).find(([, {sets}]) => sets?.[field] !== undefined && (sets[field] === on) === isOn)?.[0];
  return {field, on, enable: setting(true) ?? 'ativar', disable: setting(false) ?? 'inativar'};
};

/** Whether a record is off; one whose switch is not known (another server's answer) is not. */
export const isOff = (resource: Switched, record: Values): boolean => {
  const {field = '', on} = switchOf(resource) ?? {};
  return record[field] !== undefined && record[field] !== on;
};

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
