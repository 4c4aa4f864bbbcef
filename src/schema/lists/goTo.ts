/** What 'Ir para' finds, by the declaration alone (rules: Screens 8). */
import {mayAccess, maySee} from '../access.ts';
import type {Endpoint, Resource} from '../shapes/config.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {filterOperatorRowOf} from '../fields/filterOperators.ts';
import {apiOf} from '../paths.ts';
import {filtersOf} from './query.ts';
import {searchedWords, SHORTEST} from './words.ts';

export const GO_TO: Endpoint = 'GET ir-para';
export const GO_TO_PARAM = 'texto';
/** Which part of the answer is asked for: {@link GO_TO_TEXTS}, or absent: records by number and name. */
export const GO_TO_PART_PARAM = 'em';
export const GO_TO_TEXTS = 'textos';
/** The resources whose texts took too long to be searched, separated by commas. */
export const UNSEARCHED_HEADER = 'X-Nao-Procurados';
/** The same search in one list, as react-admin calls the input of all of a list's fields. */
export const SEARCH = 'q';

/** The fewest of a name: one letter is in nearly all of them. A number is one from its first digit on. */
export const GO_TO_SHORTEST = 2;
/** Records in one answer. */
export const GO_TO_MOST = 10;

/** The fields by which records are found: those declared, else the one that names them. */
export const goToFields = ({title, list}: Resource): readonly string[] => list.goTo ?? [title];

const hasList = (name: string, resource: Resource, perfil: string): boolean =>
  mayAccess(resource, 'list', perfil) && apiOf(name, resource).list !== undefined;

/** The fields by which a profile finds the records of a list of its own (`id`: by number); none where it has no such list. */
export const foundBy = (name: string, resource: Resource, perfil: string): readonly string[] =>
  hasList(name, resource, perfil) ? goToFields(resource) : [];

/**
 * The texts that a profile's own list is filtered by, without those of {@link foundBy}: 'Ir para' searches them too. A form's summary is
 * the first, because it says most.
 */
export const searchedTexts = (name: string, resource: Resource, perfil: string): readonly string[] => {
  if (!hasList(name, resource, perfil)) return [];
  const texts = filtersOf(resource).filter(({name: filter, field}) =>
    filterOperatorRowOf(field).searched === true && kindRuleOf(field).own && maySee(field, perfil)
      && !goToFields(resource).includes(filter));
  const summary = resource.template?.summary;
  return texts.map(({name: filter}) => filter).toSorted((one, other) => Number(other === summary) - Number(one === summary));
};

/** Whether a text has a word that texts are searched by: shorter ones are in nearly all of them, and no index has them. */
export const isSearchableInTexts = (text: string): boolean => searchedWords(text).some(word => word.length >= SHORTEST);

/** The record number that a text is: `17`, `#17`. */
export const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Whether a text is long enough to be looked for. */
export const isSearchable = (text: string): boolean => text.length >= GO_TO_SHORTEST || numberIn(text) !== undefined;
