/** What 'Ir para' finds, by the declaration alone (rules: Screens 8). */
import {may} from '../access.ts';
import type {Endpoint, Resource} from '../config/config.ts';
import {apiOf} from '../paths.ts';

export const GO_TO: Endpoint = 'GET ir-para';
export const GO_TO_PARAM = 'texto';
/** The same search in one list, as react-admin calls the input of all of a list's fields. */
export const SEARCH = 'q';

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
