/** The inputs of a list's filters, derived from the filtered fields: nothing is required, and texts match in part. */
import {requiredCompany, mayChoose} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {FieldChoice, Field} from '../../../schema/shapes/fields.ts';
import type {FilterOperator} from '../../../schema/fields/kindRule.ts';
import {toFilterField, isRetiredChoice, kindRuleOf} from '../../../schema/fields/kinds.ts';
import {formMessages, messagesWithLabel, type ValidationMessages} from '../../../schema/words/messages.ts';
import {
  defaultPeriodFilter, filterMaxLength, listFilters, NO_REFERENCE, listRangeMistakes, type ListFilter,
} from '../../../schema/lists/listRequest.ts';
import {
  rangeEndLabel, RANGE_ENDS, isRangeFilter, filterLabel, parseRange, filterOperatorRowOf, type RangeEnd,
} from '../../../schema/fields/filterOperators.ts';
import type {Session} from '../../../schema/session.ts';
import {validateValue, type RecordValues} from '../../../schema/fields/validate.ts';

export interface FilterInput {
  source: string;
  name: string;
  end?: RangeEnd;
  field: Field;
  all: string | undefined;
  noneLabel: string | undefined;
  words: ValidationMessages;
}

/** The field without the rules and texts that only a form needs. */
const asFormField = (filter: ListFilter): Field => {
  const {required: _r, visible: _v, editable: _e, readOnly: _o, help: _h, ...field} = toFilterField(filter.field);
  // A filter offers every record of a tree.
  return {...field, label: filterLabel(filter), ...(field.kind === 'referencia' && {tree: undefined})};
};

/** The input field by filter operator. A partial text is not validated as an e-mail or document. */
const filterField: Readonly<Record<FilterOperator, (filter: ListFilter) => Field>> = {
  part: listFilter => ({kind: 'texto', label: filterLabel(listFilter), maxLength: filterMaxLength(listFilter)}),
  equal: listFilter => {
    const {field, filter} = listFilter;
    const choices = kindRuleOf(field).filterOptions?.(field).map((offer: FieldChoice) => {
      const {offered, ...plainChoice} = {...offer, name: filter.names?.[offer.id] ?? offer.name};
      // Retired choices stay, because old records have them.
      return isRetiredChoice(offer) || offered === undefined ? plainChoice : {...plainChoice, offered};
    });
    if (choices === undefined) return asFormField(listFilter);
    if (kindRuleOf(field).several) return {...asFormField(listFilter), choices} as Field;
    return {kind: 'escolha', label: filterLabel(listFilter), choices, ...('combo' in field ? {combo: field.combo} : {})};
  },
  period: listFilter => ({kind: 'data', label: filterLabel(listFilter)}),
  range: asFormField,
  hours: asFormField,
  // The configuration check refuses such a filter.
  none: ({name}) => {
    throw new TypeError(`${name} filters nothing`);
  },
};

const inputField = (filter: ListFilter): Field => filterField[kindRuleOf(filter.field).filter](filter);

const rangeInputs = (listFilter: ListFilter): FilterInput[] =>
  RANGE_ENDS.map(end => ({
    source: `${listFilter.name}.${end}`,
    name: listFilter.name,
    end,
    field: {
      ...inputField(listFilter), label: rangeEndLabel(listFilter.filter, end)
        ?? `${listFilter.field.label} ${end === 'from' ? 'de' : 'até'}`,
    },
    all: undefined,
    noneLabel: undefined,
    words: formMessages,
  }));

/** Messages of ranges name the field, as the server's do. */
const messagesFor = (filter: ListFilter): ValidationMessages =>
  (isRangeFilter(filter.field) ? messagesWithLabel(filterLabel(filter)) : formMessages);

export const filtersWithInput = (resource: Resource): ListFilter[] => listFilters(resource).filter(({filter}) => filter.input !== 'none');

const toInputs = (filters: readonly ListFilter[]): FilterInput[] =>
  filters.flatMap(listFilter => {
    const {name, filter: {all, none}} = listFilter;
    return listFilter.params.length > 1
      ? rangeInputs(listFilter)
      : [{source: name, name, field: inputField(listFilter), all, noneLabel: none, words: messagesFor(listFilter)}];
  });

export const filterInputs = (resource: Resource): FilterInput[] => toInputs(filtersWithInput(resource));

/** Inputs of all filters, also those that only an address sets; chips show them. */
export const chipInputs = (resource: Resource): FilterInput[] => toInputs(listFilters(resource));

/** The value of an input among the list's filters. An address may hold a malformed range. */
export const filterInputValue = (resource: Resource, values: RecordValues, {name, end, field: input}: FilterInput): unknown => {
  const value = values[name];
  const field = resource.fields[name];
  if (end !== undefined && field !== undefined) return parseRange({field, filter: resource.list.filters?.[name] ?? {}}, value).range[end];
  if (isRangeFilter(input)) return kindRuleOf(input).bare(value, input) ?? undefined;
  return typeof value === 'boolean' ? String(value) : value;
};

/** Tells whether a value is still being typed: an incomplete date, or a lone minus sign. */
export const isUnfinishedValue = ({field}: FilterInput, value: unknown): boolean => {
  if (typeof value !== 'string' || value === '') return false;
  return filterOperatorRowOf(field).isUnfinished?.(value) === true;
};

/** Validates the typed filters: one message per invalid input, none of which is applied. */
export const validateFilters = (resource: Resource, values: RecordValues): Record<string, string> => {
  const single = filterInputs(resource).filter(({end}) => end === undefined)
    // The 'no record' choice is not validated as a number.
    .filter(({source, noneLabel}) => noneLabel === undefined || values[source] !== NO_REFERENCE)
    .map(({source, field, words}) => [source, validateValue(field, values[source], false, words)] as const);
  const ranges = listRangeMistakes(resource, values).map(({name, end, mensagem}) => [`${name}.${end}`, mensagem] as const);
  return Object.fromEntries([...single, ...ranges].filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
};

/** Filters for the caller's own company, which cannot be changed (rules: Access 5). */
export const fixedFilters = (config: Config, resource: Resource, session: Session): Record<string, unknown> => {
  const company = requiredCompany(config, session);
  if (company === undefined) return {};
  return Object.fromEntries(
    listFilters(resource).filter(({field}) => field.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id')
      .map(({name}) => [name, company]));
};

export const defaultFilters = (config: Config, resource: Resource, session: Session): Record<string, unknown> =>
  ({...defaultPeriodFilter(resource), ...fixedFilters(config, resource, session)});

export const isDefaultFilterValue = (opening: RecordValues, name: string, value: unknown): boolean =>
  JSON.stringify(opening[name]) === JSON.stringify(value);

const isOffered = ({resources}: Config, {perfil}: Session, {field}: FilterInput): boolean => {
  const target = field.kind === 'referencia' ? resources[field.to] : undefined;
  return target === undefined || ('names' in field && field.names === true) || mayChoose(target, perfil);
};

export const offeredFilterInputs = (config: Config, resource: Resource, session: Session): FilterInput[] =>
  filterInputs(resource).filter(input => isOffered(config, session, input));

interface FilterLines {
  line: FilterInput[];
  more: FilterInput[];
  /** All inputs fit in the line with room to spare. */
  hasSpareRoom: boolean;
}

/** Inputs that fit in one line of a small desktop. */
const SHORT_LINE = 5;

/**
 * Splits desktop inputs into the visible line and those behind 'Mais filtros'. A fixed company goes there; on a narrow screen, text
 * searches too.
 */
export const splitFilterInputs = (config: Config, resource: Resource, session: Session, short: boolean): FilterLines => {
  const inputs = offeredFilterInputs(config, resource, session);
  const fixed = fixedFilters(config, resource, session);
  const isRare = ({name}: FilterInput): boolean => resource.list.filters?.[name]?.input === 'more' || name in fixed;
  const usual = inputs.filter(input => !isRare(input));
  const line = short && usual.length > SHORT_LINE ? usual.filter(({field}) => filterOperatorRowOf(field).searched !== true) : usual;
  return inputs.length > SHORT_LINE
    ? {line, more: inputs.filter(input => !line.includes(input)), hasSpareRoom: false}
    : {line: inputs, more: [], hasSpareRoom: true};
};
