/** The address where a record of a list opens. */
import {may, mayChange} from '../access.ts';
import type {Config, Resource} from '../config/config.ts';
import {hasDetails} from '../parts.ts';
import {CHILDREN, childAddress, hasScreens, screens} from '../paths.ts';
import type {Values} from '../fields/validate.ts';

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
  return above !== undefined && may(above.parent, 'list', perfil) ? above : undefined;
};

export const inModal = (config: Config, parent: Resource, child: string): string => `${screens(config, parent).list}?${CHILDREN}=${child}`;

/**
 * Where a record of a list opens for a profile: in its parent's modal, as details over its list, on its form, or, where
 * the profile may not change it, as the one row of its list.
 */
export const addressOf = (config: Config, name: string, resource: Resource, record: Values & {id: number}, perfil: string): string => {
  const {list, edit, details} = screens(config, resource);
  const above = parentListed(config, name, perfil);
  if (above !== undefined) {
    const editing = mayChange(resource, record, perfil) ? record.id : undefined;
    return inModal(config, above.parent, childAddress(name, Number(record[above.by]), editing));
  }
  if (hasDetails(resource)) return details(record.id);
  if (mayChange(resource, record, perfil)) return edit(record.id);
  return `${list}?${new URLSearchParams({filter: JSON.stringify({[resource.title]: record[resource.title]})}).toString()}`;
};
