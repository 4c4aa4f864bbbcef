/** Switched-off records, which stay visible as such. */
import type {ResourceInput, Resource} from '../shapes/config.ts';
import type {FieldsInput} from '../shapes/fields.ts';
import {isRelativeMoment} from '../fields/relativeMoments.ts';
import {formatTitle} from '../fields/recordTitle.ts';
import type {RecordValues} from '../fields/validate.ts';

type WithToggle = Pick<ResourceInput, 'toggle' | 'fields' | 'actions'>;

/** Value of the toggle's field that means on. */
const onValue = (field: FieldsInput[string] | undefined): string | number | boolean => {
  if (field?.default !== undefined && !isRelativeMoment(field.default)) return field.default;
  return (field?.kind === 'escolha' ? field.choices[0]?.id : undefined) ?? true;
};

export interface ResolvedToggle {
  field: string;
  on: string | number | boolean;
  enable: string;
  disable: string;
}

/** Returns the toggle of a resource with its two actions; undefined if it has none. */
export const resolveToggle = ({toggle, fields, actions = {}}: WithToggle): ResolvedToggle | undefined => {
  if (toggle === undefined) return undefined;
  const {field} = toggle;
  const on = onValue(fields[field]);
  const setting = (isOn: boolean): string | undefined =>
    Object.entries(actions).find(([, {sets}]) => sets?.[field] !== undefined && (sets[field] === on) === isOn)?.[0];
  return {field, on, enable: setting(true) ?? 'ativar', disable: setting(false) ?? 'inativar'};
};

/** Tells whether a record is switched off. An unknown toggle (in another server's answer) counts as on. */
export const isSwitchedOff = (resource: WithToggle, record: RecordValues): boolean => {
  const {field = '', on} = resolveToggle(resource) ?? {};
  return record[field] !== undefined && record[field] !== on;
};

/**
 * Message for naming a switched-off record; undefined where that is allowed, as for records that belong to it (an item to its template).
 */
export const switchedOffRefusal = (target: Resource, {owner}: Pick<Resource, 'owner'>, campo: string): string | undefined =>
  (owner?.through === campo ? undefined : target.toggle?.refuses);

/** Name of a record in a select. A switched-off one has a suffix. */
export const formatOptionName = (resource: Resource, record: RecordValues): string => {
  const name = formatTitle(resource, record);
  const suffix = resource.toggle?.off;
  return suffix !== undefined && isSwitchedOff(resource, record) ? `${name} (${suffix})` : name;
};
