/** The address where a record of a list opens. */
import {mayAccess} from '../access.ts';
import type {Config, Resource} from '../shapes/config.ts';
import type {RecordValues} from '../fields/validate.ts';
import {mayChange} from '../records/profileGrants.ts';
import {TAB_PARAM} from '../pages.ts';
import {hasDetails} from '../parts.ts';
import {apiOf, childAddress, CHILDREN_PARAM, hasScreens, screens, UNKNOWN_PARENT_ID} from '../paths.ts';

/** The list filtered by this and by nothing else: not by the period it opens with. Undefined where it has no such filter. */
export const filteredAddress = (config: Config, resource: Resource, filter: RecordValues): string | undefined => {
  const isFilter = (name: string): boolean => name === TAB_PARAM || resource.list.filters?.[name] !== undefined;
  if (!Object.keys(filter).every(isFilter)) return undefined;
  return `${screens(config, resource).list}?${new URLSearchParams({filter: JSON.stringify(filter)}).toString()}`;
};

/**
 * The parent in whose modal the records of a resource are managed (rules: Screens 9), and the reference that names it; undefined for
 * those that have screens and details of their own.
 */
const parentOf = (config: Config, name: string): {parent: Resource; by: string} | undefined => {
  const own = config.resources[name];
  if (own !== undefined && hasScreens(own) && hasDetails(own)) return undefined;
  const parent = Object.values(config.resources).find(({children}) => children?.[name] !== undefined);
  const by = parent?.children?.[name]?.by;
  return parent === undefined || by === undefined ? undefined : {parent, by};
};

/** That parent, where a profile finds its modal: over the parents' list. */
export const parentListed = (config: Config, name: string, perfil: string): {parent: Resource; by: string} | undefined => {
  const above = parentOf(config, name);
  return above !== undefined && mayAccess(above.parent, 'list', perfil) ? above : undefined;
};

export const inModal = (config: Config, parent: Resource, child: string): string =>
  `${screens(config, parent).list}?${CHILDREN_PARAM}=${child}`;

/**
 * Where a record of a list opens for a profile: in its parent's modal, as details over its list, on its form, or, where
 * the profile may not change it, as the one row of its list.
 */
export const addressOf = (
  config: Config, name: string, resource: Resource, record: RecordValues & {id: number}, perfil: string,
): string => {
  const {list, edit, details} = screens(config, resource);
  const above = parentListed(config, name, perfil);
  if (above !== undefined) {
    const editing = mayChange(config, resource, record, perfil) ? record.id : undefined;
    return inModal(config, above.parent, childAddress(name, Number(record[above.by]), editing));
  }
  if (hasDetails(resource)) return details(record.id);
  if (mayChange(config, resource, record, perfil)) return edit(record.id);
  return `${list}?${new URLSearchParams({filter: JSON.stringify({[resource.title]: record[resource.title]})}).toString()}`;
};

/**
 * Where a record opens of which nothing but its number is known: as {@link addressOf} has it, its parent being looked up there.
 *
 * @returns undefined where it cannot be looked up: no call reads one such record, or this profile may not
 */
export const addressById = (config: Config, name: string, id: number, perfil: string): string | undefined => {
  const resource = config.resources[name];
  if (resource === undefined) return undefined;
  const above = parentListed(config, name, perfil);
  if (above === undefined) return addressOf(config, name, resource, {id}, perfil);
  const isRead = apiOf(name, resource).one !== undefined && mayAccess(resource, 'read', perfil);
  return isRead ? inModal(config, above.parent, childAddress(name, UNKNOWN_PARENT_ID, id)) : undefined;
};
