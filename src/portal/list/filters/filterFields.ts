/** The inputs of a list's filters, made of the fields they filter: nothing required, text searched in part. */
import {fixedCompany, mayChoose} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Choice, Field} from '../../../schema/config/fields.ts';
import type {FilterWay} from '../../../schema/fields/kindRule.ts';
import {filteredField, isRetired, ruleOf} from '../../../schema/fields/kinds.ts';
import {formWords, wordsAbout, type Words} from '../../../schema/words/messages.ts';
import {defaultFilter, filterMaxLength, filtersOf, NONE, rangeMistakes, type ListFilter} from '../../../schema/lists/query.ts';
import {endLabelOf, ENDS, isRanged, labelOf, readRange, wayOf, type End} from '../../../schema/fields/filterWays.ts';
import type {Session} from '../../../schema/session.ts';
import {validateValue, type Values} from '../../../schema/fields/validate.ts';

export interface FilterInput {
  /** The value's place among the list's filters. */
  source: string;
  /** The filter it belongs to; one of the two ends of a period or range. */
  name: string;
  end?: End;
  field: Field;
  all: string | undefined;
  none: string | undefined;
  words: Words;
}

/** As it is, but for what is said of it in a form. */
const itself = (one: ListFilter): Field => {
  const {required: _r, visible: _v, editable: _e, readOnly: _o, help: _h, ...field} = filteredField(one.field);
  return {...field, label: labelOf(one)};
};

/** The field whose input filters in each way: nothing is required, and a part of a text is no e-mail or document yet. */
const filterField: Readonly<Record<FilterWay, (one: ListFilter) => Field>> = {
  part: one => ({kind: 'texto', label: labelOf(one), maxLength: filterMaxLength(one)}),
  equal: one => {
    const {field, filter} = one;
    const choices = ruleOf(field).offered?.(field).map((offer: Choice) => {
      const {offered, ...one} = {...offer, name: filter.names?.[offer.id] ?? offer.name};
      // What no record gets any more is looked for all the same.
      return isRetired(offer) || offered === undefined ? one : {...one, offered};
    });
    if (choices === undefined) return itself(one);
    if (ruleOf(field).several) return {...itself(one), choices} as Field;
    return {kind: 'escolha', label: labelOf(one), choices, ...('combo' in field ? {combo: field.combo} : {})};
  },
  period: one => ({kind: 'data', label: labelOf(one)}),
  range: itself,
  hours: itself,
  // The start refuses such a filter.
  none: ({name}) => {
    throw new TypeError(`${name} filters nothing`);
  },
};

const fieldOf = (one: ListFilter): Field => filterField[ruleOf(one.field).filter](one);

const ends = (one: ListFilter): FilterInput[] =>
  ENDS.map(end => ({
    source: `${one.name}.${end}`,
    name: one.name,
    end,
    field: {...fieldOf(one), label: endLabelOf(one.filter, end) ?? `${one.field.label} ${end === 'from' ? 'de' : 'até'}`},
    all: undefined,
    none: undefined,
    words: formWords,
  }));

/** What is typed is spoken of by its name, as the server speaks of it. */
const wordsFor = (one: ListFilter): Words => (isRanged(one.field) ? wordsAbout(labelOf(one)) : formWords);

/** The filters somebody chooses by an input. */
export const filtersWithInput = (resource: Resource): ListFilter[] => filtersOf(resource).filter(({filter}) => filter.input !== 'none');

const inputsOf = (filters: readonly ListFilter[]): FilterInput[] =>
  filters.flatMap(one =>
    one.params.length > 1
      ? ends(one)
      : [{source: one.name, name: one.name, field: fieldOf(one), all: one.filter.all, none: one.filter.none, words: wordsFor(one)}]);

export const filterInputs = (resource: Resource): FilterInput[] => inputsOf(filtersWithInput(resource));

/** The same for every filter a list can have, also those that only an address sets: what a chip shows. */
export const chipFields = (resource: Resource): FilterInput[] => inputsOf(filtersOf(resource));

/** The value an input shows, of what the list is filtered by; undefined: none. A range of an address may be anything. */
export const valueAt = (resource: Resource, values: Values, {name, end, field: input}: FilterInput): unknown => {
  const value = values[name];
  const field = resource.fields[name];
  if (end !== undefined && field !== undefined) return readRange({field, filter: resource.list.filters?.[name] ?? {}}, value).range[end];
  if (isRanged(input)) return ruleOf(input).bare(value, input) ?? undefined;
  return typeof value === 'boolean' ? String(value) : value;
};

/** A day that is not typed to its end, or the sign before a number. */
export const isUnfinished = ({field}: FilterInput, value: unknown): boolean => {
  if (typeof value !== 'string' || value === '') return false;
  return wayOf(field).isUnfinished?.(value) === true;
};

/** What is wrong with the filters as they are typed: a sentence by input. None of these is sent. */
export const filterMistakes = (resource: Resource, values: Values): Record<string, string> => {
  const single = filterInputs(resource).filter(({end}) => end === undefined)
    // No record at all is no number of one.
    .filter(({source, none}) => none === undefined || values[source] !== NONE)
    .map(({source, field, words}) => [source, validateValue(field, values[source], false, words)] as const);
  const ranges = rangeMistakes(resource, values).map(({name, end, mensagem}) => [`${name}.${end}`, mensagem] as const);
  return Object.fromEntries([...single, ...ranges].filter((one): one is readonly [string, string] => one[1] !== undefined));
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

/** Whether a filter is as the list opens with it. */
export const isOpening = (opening: Values, name: string, value: unknown): boolean =>
  JSON.stringify(opening[name]) === JSON.stringify(value);

const isOffered = ({resources}: Config, {perfil}: Session, {field}: FilterInput): boolean => {
  const of = field.kind === 'referencia' ? resources[field.to] : undefined;
  return of === undefined || ('names' in field && field.names === true) || mayChoose(of, perfil);
};

/** The inputs that somebody has. */
export const filterInputsOf = (config: Config, resource: Resource, session: Session): FilterInput[] =>
  filterInputs(resource).filter(input => isOffered(config, session, input));

interface FilterLines {
  line: FilterInput[];
  more: FilterInput[];
  /** All stand in the line, with room to spare. */
  few: boolean;
}

/** As many inputs as a line of a small desk holds. */
const SHORT_LINE = 5;

/**
 * The inputs of a desk: those in sight in one line, and those behind 'Mais filtros'. A company that is this person's own needs no room;
 * where that is short a text is searched there too.
 */
export const filterLines = (config: Config, resource: Resource, session: Session, short: boolean): FilterLines => {
  const inputs = filterInputsOf(config, resource, session);
  const fixed = fixedFilters(config, resource, session);
  const isRare = ({name}: FilterInput): boolean => resource.list.filters?.[name]?.input === 'more' || name in fixed;
  const usual = inputs.filter(input => !isRare(input));
  const line = short && usual.length > SHORT_LINE ? usual.filter(({field}) => wayOf(field).searched !== true) : usual;
  // Few stand in one line as they are.
  return inputs.length > SHORT_LINE
    ? {line, more: inputs.filter(input => !line.includes(input)), few: false}
    : {line: inputs, more: [], few: true};
};
