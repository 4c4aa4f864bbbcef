/** The inputs of a list's filters, made of the fields they filter: nothing required, text searched in part. */
import {fixedCompany} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {formWords, type Words} from '../../schema/messages.ts';
import {defaultFilter, filterMaxLength, filtersOf, periodMistakes, readPeriod, type ListFilter} from '../../schema/query.ts';
import type {Session} from '../../schema/session.ts';
import {validateValue, type Values} from '../../schema/validate.ts';

export interface FilterInput {
  /** The value's place among the list's filters. */
  source: string;
  /** The filter it belongs to; one of a period's two ends. */
  name: string;
  end?: 'from' | 'to';
  field: Field;
  all: string | undefined;
  words: Words;
}

const YES_NO = {true: 'Sim', false: 'Não'};

const bare = ({field, filter, ...one}: ListFilter): Field => {
  const {label = field.label, names} = filter;
  if (field.kind === 'referencia') return {kind: 'referencia', label, to: field.to, ...(field.within ? {within: field.within} : {})};
  // Whoever is linked to one branch: the branch is one choice here.
  if (field.kind === 'vinculos') return {kind: 'referencia', label, to: field.to, within: field.within};
  if (field.kind === 'escolha') {
    const choices = names === undefined ? field.choices : field.choices.map(choice => ({...choice, name: names[choice.id] ?? choice.name}));
    return {kind: 'escolha', label, choices, ...(field.combo === undefined ? {} : {combo: field.combo})};
  }
  if (field.kind === 'lista') return {kind: 'lista', label, list: field.list};
  if (field.kind === 'booleano') return {
    kind: 'escolha', label, choices: Object.entries(names ?? YES_NO).map(([id, name]) => ({id, name})),
  };
  return {kind: 'texto', label, maxLength: filterMaxLength({field, filter, ...one})};
};

const period = ({name, field, filter}: ListFilter): FilterInput[] =>
  (['from', 'to'] as const).map((end, index) => ({
    source: `${name}.${end}`,
    name,
    end,
    field: {kind: 'data', label: filter.labels?.[index] ?? `${field.label} ${index === 0 ? 'de' : 'até'}`},
    all: undefined,
    words: formWords,
  }));

/** The filters somebody chooses by an input. */
export const filtersWithInput = (resource: Resource): ListFilter[] => filtersOf(resource).filter(({filter}) => filter.hidden !== true);

const inputsOf = (filters: readonly ListFilter[]): FilterInput[] =>
  filters.flatMap(one =>
    one.params.length > 1
      ? period(one)
      : [{source: one.name, name: one.name, field: bare(one), all: one.filter.all, words: formWords}]);

export const filterInputs = (resource: Resource): FilterInput[] => inputsOf(filtersWithInput(resource));

/** The same for every filter a list can have, also those that only an address sets: what a chip shows. */
export const chipFields = (resource: Resource): FilterInput[] => inputsOf(filtersOf(resource));

/** The value an input shows, of what the list is filtered by; undefined: none. A period of an address may be anything. */
export const valueAt = (resource: Resource, values: Values, {name, end}: FilterInput): unknown => {
  const value = values[name];
  if (end !== undefined) return readPeriod(resource.list.filters?.[name] ?? {}, value).period[end];
  return typeof value === 'boolean' ? String(value) : value;
};

/** A day that is not typed to its end. */
export const isUnfinished = ({field}: FilterInput, value: unknown): boolean =>
  field.kind === 'data' && typeof value === 'string' && value !== '' && value.length < 'dd/mm/aaaa'.length;

/** What is wrong with the filters as they are typed: a sentence by input. None of these is sent. */
export const filterMistakes = (resource: Resource, values: Values): Record<string, string> => {
  const single = filterInputs(resource).filter(({end}) => end === undefined)
    .map(({source, field, words}) => [source, validateValue(field, values[source], false, words)] as const);
  const periods = periodMistakes(resource, values).map(({name, end, mensagem}) => [`${name}.${end}`, mensagem] as const);
  return Object.fromEntries([...single, ...periods].filter((one): one is readonly [string, string] => one[1] !== undefined));
};

/** Filters that are this person's company, which they may not change (rules: Access 5). */
export const fixedFilters = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = fixedCompany(config, session);
  if (company === undefined) return {};
  return Object.fromEntries(
    filtersOf(resource).filter(({field}) => field.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id')
      .map(({name}) => [name, company]));
};

/** What a list opens with. */
export const openingFilters = (config: Config, resource: Resource, session: Session): Record<string, unknown> =>
  ({...defaultFilter(resource), ...fixedFilters(config, resource, session)});
