/** The inputs of a list's filters, made of the fields they filter: nothing required, text searched in part. */
import {fixedCompany} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config.ts';
import type {Field} from '../../schema/fields.ts';
import {formWords, type Words} from '../../schema/messages.ts';
import {defaultFilter, filterMaxLength, filtersOf, type ListFilter} from '../../schema/query.ts';
import type {Session} from '../../schema/session.ts';

export interface FilterInput {
  /** The value's place among the list's filters. */
  source: string;
  /** The filter it belongs to. */
  name: string;
  field: Field;
  all: string | undefined;
  words: Words;
}

const bare = (field: Field, label: string, maxLength: number): Field => {
  if (field.kind === 'referencia') return {kind: 'referencia', label, to: field.to, ...(field.within ? {within: field.within} : {})};
  // Whoever is linked to one branch: the branch is one choice here.
  if (field.kind === 'vinculos') return {kind: 'referencia', label, to: field.to, within: field.within};
  if (field.kind === 'escolha') return {kind: 'escolha', label, choices: field.choices};
  if (field.kind === 'lista') return {kind: 'lista', label, list: field.list};
  if (field.kind === 'booleano') return {kind: 'escolha', label, choices: [{id: 'true', name: 'Sim'}, {id: 'false', name: 'Não'}]};
  return {kind: 'texto', label, maxLength};
};

const period = ({name, field, filter}: ListFilter): FilterInput[] =>
  (['from', 'to'] as const).map((end, index) => ({
    source: `${name}.${end}`,
    name,
    field: {kind: 'data', label: filter.labels?.[index] ?? `${field.label} ${index === 0 ? 'de' : 'até'}`},
    all: undefined,
    words: {...formWords, date: filter.invalid?.[index] ?? formWords.date},
  }));

export const filterInputs = (resource: Resource): FilterInput[] =>
  filtersOf(resource).flatMap(one =>
    one.params.length > 1
      ? period(one)
      : [{source: one.name, name: one.name, field: bare(one.field, one.filter.label ?? one.field.label, filterMaxLength(one)), all: one.filter.all, words: formWords}]);

/** Filters that are this person's company, which they may not change (§6). */
export const fixedFilters = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = fixedCompany(config, session);
  if (company === undefined) return {};
  return Object.fromEntries(
    filtersOf(resource).filter(({field}) => field.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id').map(({name}) => [name, company]));
};

/** What a list opens with. */
export const openingFilters = (config: Config, resource: Resource, session: Session): Record<string, unknown> =>
  ({...defaultFilter(resource), ...fixedFilters(config, resource, session)});
