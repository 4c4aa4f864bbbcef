/** Parser of 'Ir para': words that name statuses, tabs, filter values or the list become filters; the rest is searched as text. */
import {maySee} from '../access.ts';
import type {Resource} from '../shapes/config.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {toComparableText} from '../fields/text.ts';
import {TAB_PARAM, tabsOf} from '../lifeCycle/tabs.ts';
import {listFilters, type ListFilter} from './listRequest.ts';

/** Minimum length of a search word, because nearly all names contain shorter ones. */
export const MIN_SEARCH_WORD_LENGTH = 3;

/** Splits a text into words without case, accents and hyphens. */
export const toComparableWords = (text: string): string[] => toComparableText(text).split(/[\s-]+/).filter(word => word !== '');

const isLong = (word: string): boolean => word.length >= MIN_SEARCH_WORD_LENGTH || /\d/.test(word);

export const listSearchWords = (text: string): string[] => toComparableWords(text).filter(isLong);

/** Tells whether the words are prefixes of consecutive words of a name: 'fila r' and 'rpa' of 'Fila RPA'. */
export const matchesWordPrefixes = (name: string, words: readonly string[]): boolean => {
  const nameWords = toComparableWords(name);
  return nameWords.some((_word, at) => words.every((word, index) => nameWords[at + index]?.startsWith(word) === true));
};

/** Filter value, or the list itself, by its label. */
interface NamedValue {
  label: string;
  /** Absent for the list itself. */
  filter?: string;
  value?: unknown;
}

const listNamedChoices = ({name, field, filter: {names = {}}}: Pick<ListFilter, 'name' | 'field' | 'filter'>): NamedValue[] => {
  const rule = kindRuleOf(field);
  return (rule.filterOptions?.(field) ?? []).flatMap(({id, name: choiceName}): NamedValue[] => {
    const [value] = [rule.bare(String(id), field)].flat();
    // 'Sim' and 'Não' are no names.
    const label = names[id] ?? (typeof value === 'boolean' ? undefined : choiceName);
    return label === undefined ? [] : [{label, filter: name, value}];
  });
};

/** Lists the names within a list for a profile, in order of precedence. */
const listNamedValues = (resource: Resource, perfil: string): NamedValue[] => {
  const {status = '', fields, list: {filters = {}}} = resource;
  const isVisible = ({field}: Pick<ListFilter, 'field'>): boolean => maySee(field, perfil);
  return [
    ...[fields[status]].flatMap(field => (field === undefined ? [] : [{name: status, field, filter: filters[status] ?? {}}]))
      .filter(isVisible).flatMap(listNamedChoices),
    ...tabsOf(resource, perfil).map(([value, {label}]) => ({label, filter: TAB_PARAM, value})),
    ...listFilters(resource).filter(listFilter => listFilter.name !== status && isVisible(listFilter)).flatMap(listNamedChoices),
    {label: resource.label.one}, {label: resource.label.many},
  ];
};

interface ListSearch {
  /** Filters by the named values. */
  filter: Record<string, unknown>;
  /** Words to search in texts. */
  words: readonly string[];
}

/**
 * Parses a text into a list search.
 *
 * @returns undefined where no word is a name, where names exclude each other, or where only the list or one of its filters is named
 */
export const parseListSearch = (resource: Resource, perfil: string, text: string): ListSearch | undefined => {
  const words = toComparableWords(text);
  const namedValues = listNamedValues(resource, perfil);
  const filter = new Map<string, unknown[]>();
  const remainingWords: string[] = [];
  let isListNamed = false;
  for (let at = 0; at < words.length;) {
    const upcomingWords = words.slice(at);
    // The longest run of words that is a name: 'sem atendente' is no status.
    const longestName = upcomingWords.map((_word, index) => upcomingWords.slice(0, upcomingWords.length - index))
      .find(
        candidate => candidate.join('').length >= MIN_SEARCH_WORD_LENGTH && namedValues.some(
          ({label}) => matchesWordPrefixes(label, candidate),
        ),
      );
    at += longestName?.length ?? 1;
    const matches = longestName === undefined ? [] : namedValues.filter(({label}) => matchesWordPrefixes(label, longestName));
    const [first] = matches;
    if (first === undefined) remainingWords.push(...upcomingWords.slice(0, 1).filter(isLong));
    else if (first.filter === undefined) isListNamed = true;
    else {
      const values = matches.filter(match => match.filter === first.filter).map(({value}) => value);
      filter.set(first.filter, filter.get(first.filter)?.filter(value => values.includes(value)) ?? values);
    }
  }
  const filtersTabOrStatus = [TAB_PARAM, resource.status ?? ''].some(name => filter.has(name));
  const isListSearch = filter.size > 0
    ? filtersTabOrStatus || isListNamed || remainingWords.length > 0
    : isListNamed && remainingWords.length > 0;
  if (!isListSearch || [...filter.values()].some(values => values.length === 0)) return undefined;
  return {
    filter: Object.fromEntries([...filter].map(([name, values]) => [name, values.length === 1 || name === TAB_PARAM ? values[0] : values])),
    words: remainingWords,
  };
};
