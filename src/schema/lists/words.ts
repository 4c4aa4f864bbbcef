/** Words typed into 'Ir para', told apart by the config's own names: of statuses, tabs, what a list is filtered by, and the list itself. */
import {maySee} from '../access.ts';
import type {Resource} from '../shapes/config.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {toComparableText} from '../fields/text.ts';
import {TAB_PARAM, tabsOf} from '../lifeCycle/tabs.ts';
import {filtersOf, type ListFilter} from './query.ts';

/** The fewest signs that name something, or that a text is looked for by: shorter ones are in nearly all names. */
export const SHORTEST = 3;

/** Without case, accents and hyphens. */
export const wordsIn = (text: string): string[] => toComparableText(text).split(/[\s-]+/).filter(word => word !== '');

const isLong = (word: string): boolean => word.length >= SHORTEST || /\d/.test(word);

/** The words by which a text is looked for, whatever they name. */
export const searchedWords = (text: string): string[] => wordsIn(text).filter(isLong);

/** Whether words begin those of a name, one after the other: 'fila r' and 'rpa' do so of 'Fila RPA'. */
export const beginsIn = (name: string, words: readonly string[]): boolean => {
  const own = wordsIn(name);
  return own.some((_word, at) => words.every((word, index) => own[at + index]?.startsWith(word) === true));
};

/** A value of a filter, or the list itself, as people call it. */
interface Named {
  label: string;
  /** Absent: the list itself. */
  filter?: string;
  value?: unknown;
}

const choicesOf = ({name, field, filter: {names = {}}}: Pick<ListFilter, 'name' | 'field' | 'filter'>): Named[] => {
  const rule = kindRuleOf(field);
  return (rule.offered?.(field) ?? []).flatMap(({id, name: own}): Named[] => {
    const [value] = [rule.bare(String(id), field)].flat();
    // 'Sim' names nothing.
    const label = names[id] ?? (typeof value === 'boolean' ? undefined : own);
    return label === undefined ? [] : [{label, filter: name, value}];
  });
};

/** What of a list has a name, for a profile: what comes first is meant first. */
const namedIn = (resource: Resource, perfil: string): Named[] => {
  const {status = '', fields, list: {filters = {}}} = resource;
  const seen = ({field}: Pick<ListFilter, 'field'>): boolean => maySee(field, perfil);
  return [
    ...[fields[status]].flatMap(field => (field === undefined ? [] : [{name: status, field, filter: filters[status] ?? {}}]))
      .filter(seen).flatMap(choicesOf),
    ...tabsOf(resource, perfil).map(([value, {label}]) => ({label, filter: TAB_PARAM, value})),
    ...filtersOf(resource).filter(one => one.name !== status && seen(one)).flatMap(choicesOf),
    {label: resource.label.one}, {label: resource.label.many},
  ];
};

interface ToldApart {
  /** What the named values filter the list by. */
  filter: Record<string, unknown>;
  /** What is left: parts of texts. */
  words: readonly string[];
}

/**
 * What a text asks of a list, where some of its words name something there.
 *
 * @returns undefined where none does, where they exclude each other, and where nothing but the list or one of its filters is named
 */
export const toldApart = (resource: Resource, perfil: string, text: string): ToldApart | undefined => {
  const words = wordsIn(text);
  const named = namedIn(resource, perfil);
  const filter = new Map<string, unknown[]>();
  const left: string[] = [];
  let isListNamed = false;
  for (let at = 0; at < words.length;) {
    const rest = words.slice(at);
    // The most words that are one name: 'sem atendente' is no status.
    const run = rest.map((_word, index) => rest.slice(0, rest.length - index))
      .find(some => some.join('').length >= SHORTEST && named.some(({label}) => beginsIn(label, some)));
    at += run?.length ?? 1;
    const meant = run === undefined ? [] : named.filter(({label}) => beginsIn(label, run));
    const [first] = meant;
    if (first === undefined) left.push(...rest.slice(0, 1).filter(isLong));
    else if (first.filter === undefined) isListNamed = true;
    else {
      const values = meant.filter(one => one.filter === first.filter).map(({value}) => value);
      filter.set(first.filter, filter.get(first.filter)?.filter(value => values.includes(value)) ?? values);
    }
  }
  const isPlaced = [TAB_PARAM, resource.status ?? ''].some(name => filter.has(name));
  const isAsked = filter.size > 0 ? isPlaced || isListNamed || left.length > 0 : isListNamed && left.length > 0;
  if (!isAsked || [...filter.values()].some(values => values.length === 0)) return undefined;
  return {
    filter: Object.fromEntries([...filter].map(([name, values]) => [name, values.length === 1 || name === TAB_PARAM ? values[0] : values])),
    words: left,
  };
};
