/** Addresses of lists and records. */
import {mayAccess} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import {titleField} from '../fields/recordTitle.ts';
import type {RecordValues} from '../fields/validate.ts';
import {mayChange} from '../records/profileGrants.ts';
import {TAB_PARAM} from '../pages.ts';
import {hasDetails} from '../parts.ts';
import {apiOf, childAddress, CHILDREN_PARAM, hasScreens, screens, UNKNOWN_PARENT_ID} from '../paths.ts';

/** Address of a list with this filter alone, without its default period; undefined where the list has no such filter. */
export const filteredListAddress = (config: Config, resource: Resource, filter: RecordValues): string | undefined => {
  const isFilter = (name: string): boolean => name === TAB_PARAM || resource.list.filters?.[name] !== undefined;
  if (!Object.keys(filter).every(isFilter)) return undefined;
  return `${screens(config, resource).list}?${new URLSearchParams({filter: JSON.stringify(filter)}).toString()}`;
};

/**
 * Finds the parent in whose modal records are managed (rules: Screens 9), with their reference to it; undefined for a resource with screens
 * and details.
 */
const findManagingParent = (config: Config, name: string): {parent: Resource; by: string} | undefined => {
  const resource = config.resources[name];
  if (resource !== undefined && hasScreens(resource) && hasDetails(resource)) return undefined;
  const parent = Object.values(config.resources).find(({children}) => children?.[name] !== undefined);
  const by = parent?.children?.[name]?.by;
  return parent === undefined || by === undefined ? undefined : {parent, by};
};

/** The same parent, if the profile lists it. */
export const findListedParent = (config: Config, name: string, perfil: string): {parent: Resource; by: string} | undefined => {
  const managing = findManagingParent(config, name);
  return managing !== undefined && mayAccess(managing.parent, 'list', perfil) ? managing : undefined;
};

export const childrenModalAddress = (config: Config, parent: Resource, child: string): string =>
  `${screens(config, parent).list}?${CHILDREN_PARAM}=${child}`;

/**
 * Address of a record for a profile: the parent's modal, its details, its form, or its row in the list where the profile may not change it.
 */
export const recordAddress = (
  config: Config, name: string, resource: Resource, record: RecordValues & {id: number}, perfil: string,
): string => {
  const {list, edit, details} = screens(config, resource);
  const managing = findListedParent(config, name, perfil);
  if (managing !== undefined) {
    const editing = mayChange(config, resource, record, perfil) ? record.id : undefined;
    return childrenModalAddress(config, managing.parent, childAddress(name, Number(record[managing.by]), editing));
  }
  if (hasDetails(resource)) return details(record.id);
  if (mayChange(config, resource, record, perfil)) return edit(record.id);
  return `${list}?${new URLSearchParams({filter: JSON.stringify({[titleField(resource)]: record[titleField(resource)]})}).toString()}`;
};

/**
 * Address of a record by its id alone, as {@link recordAddress}. The parent's modal looks the parent up.
 *
 * @returns undefined where no call reads one record, or the profile may not
 */
export const recordAddressById = (config: Config, name: string, id: number, perfil: string): string | undefined => {
  const resource = config.resources[name];
  if (resource === undefined) return undefined;
  const managing = findListedParent(config, name, perfil);
  if (managing === undefined) return recordAddress(config, name, resource, {id}, perfil);
  const isRead = apiOf(name, resource).one !== undefined && mayAccess(resource, 'read', perfil);
  return isRead ? childrenModalAddress(config, managing.parent, childAddress(name, UNKNOWN_PARENT_ID, id)) : undefined;
};
