/** Search of 'Ir para': calls, limits, and the fields that it reads (rules: Screens 8). */
import {mayAccess, maySee} from '../access.ts';
import type {Endpoint, Resource} from '../shapes/config.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {titleField} from '../fields/recordTitle.ts';
import {filterOperatorRowOf} from '../fields/filterOperators.ts';
import {apiOf} from '../paths.ts';
import {listFilters} from './listRequest.ts';
import {listSearchWords, MIN_SEARCH_WORD_LENGTH} from './searchWords.ts';

export const GO_TO_CALL: Endpoint = 'GET ir-para';
export const GO_TO_PARAM = 'texto';
/** Parameter for the part of the answer: {@link GO_TO_SEARCH_IN_TEXTS}, absent for records by number and name. */
export const GO_TO_SEARCH_IN_PARAM = 'em';
export const GO_TO_SEARCH_IN_TEXTS = 'textos';
/** Response header: resources whose texts took too long to search, separated by commas. */
export const UNSEARCHED_HEADER = 'X-Nao-Procurados';
/** Parameter of the same search within one list, named like react-admin's full-text filter. */
export const SEARCH_PARAM = 'q';

/** Minimum length of a name search, because nearly all names contain one letter. A number needs one digit. */
export const MIN_GO_TO_LENGTH = 2;
/** Maximum number of records in one answer. */
export const MAX_GO_TO_RECORDS = 10;

export const goToFields = (resource: Resource): readonly string[] => resource.list.goTo ?? [titleField(resource)];

const hasList = (name: string, resource: Resource, perfil: string): boolean =>
  mayAccess(resource, 'list', perfil) && apiOf(name, resource).list !== undefined;

/** Lists the fields by which a profile finds records of a list that it has; `id` stands for the number. */
export const profileGoToFields = (name: string, resource: Resource, perfil: string): readonly string[] =>
  hasList(name, resource, perfil) ? goToFields(resource) : [];

/**
 * Lists the text fields that 'Ir para' searches beside {@link profileGoToFields}: those that the profile's list is filtered by.
 * The form summary is
 * first, because it says most.
 */
export const listSearchedTextFields = (name: string, resource: Resource, perfil: string): readonly string[] => {
  if (!hasList(name, resource, perfil)) return [];
  const texts = listFilters(resource).filter(({name: filter, field}) =>
    filterOperatorRowOf(field).searched === true && kindRuleOf(field).own && maySee(field, perfil)
      && !goToFields(resource).includes(filter));
  const summary = resource.template?.summary;
  return texts.map(({name: filter}) => filter).toSorted((first, second) => Number(second === summary) - Number(first === summary));
};

/** Tells whether a text has a word long enough for the text index. */
export const hasTextSearchWord = (text: string): boolean => listSearchWords(text).some(word => word.length >= MIN_SEARCH_WORD_LENGTH);

/** Parses a record number: `17`, `#17`. */
export const parseRecordNumber = (text: string): number | undefined => {
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const isSearchable = (text: string): boolean => text.length >= MIN_GO_TO_LENGTH || parseRecordNumber(text) !== undefined;
