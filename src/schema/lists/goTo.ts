/** What 'Ir para' finds, by the declaration alone, and the address where it opens (rules: Screens 8). */
import {may, mayChange} from '../access.ts';
import type {Config, Endpoint, Resource} from '../config/config.ts';
import {hasDetails} from '../parts.ts';
import {apiOf, CHILDREN, childAddress, screens, SOME_PARENT} from '../paths.ts';
import type {Values} from '../fields/validate.ts';

export const GO_TO: Endpoint = 'GET ir-para';
export const GO_TO_PARAM = 'texto';
/** The same search in one list, as react-admin calls the input of all of a list's fields. */
export const SEARCH = 'q';

/** Characters of what is typed; more than any name has. */
export const GO_TO_LENGTH = 100;
/** The fewest of a name: one letter is in nearly all of them. A number is one from its first digit on. */
export const GO_TO_SHORTEST = 2;
/** Records in one answer. */
export const GO_TO_MOST = 10;

/** The fields by which records are found: those declared, else the one that names them. */
export const goToFields = ({title, list}: Resource): readonly string[] => list.goTo ?? [title];

/** The fields by which a profile finds the records of a list of its own (`id`: by number); none where it has no such list. */
export const foundBy = (name: string, resource: Resource, perfil: string): readonly string[] =>
  may(resource, 'list', perfil) && apiOf(name, resource).list !== undefined ? goToFields(resource) : [];

/** The record number that a text is: `17`, `#17`. */
export const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Whether a text is long enough to be looked for. */
export const isSearchable = (text: string): boolean => text.length >= GO_TO_SHORTEST || numberIn(text) !== undefined;

/** The parent in whose modal the records of a resource are managed (rules: Screens 9), and the reference that names it. */
const parentOf = (config: Config, name: string): {parent: Resource; by: string} | undefined => {
  const parent = Object.values(config.resources).find(({children}) => children?.[name] !== undefined);
  const by = parent?.children?.[name]?.by;
  return parent === undefined || by === undefined ? undefined : {parent, by};
};

/** That parent, where a profile finds its modal: over the parents' list. */
export const parentListed = (config: Config, name: string, perfil: string): {parent: Resource; by: string} | undefined => {
  const above = parentOf(config, name);
  return above !== undefined && may(above.parent, 'list', perfil) ? above : undefined;
};

const inModal = (config: Config, parent: Resource, child: string): string => `${screens(config, parent).list}?${CHILDREN}=${child}`;

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
  const isRead = apiOf(name, resource).one !== undefined && may(resource, 'read', perfil);
  return isRead ? inModal(config, above.parent, childAddress(name, SOME_PARENT, id)) : undefined;
};
