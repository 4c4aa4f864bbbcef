/**
 * Filter operators of field kinds, and range filters: a period of days, a range of numbers or hours. Both ends are inclusive; an empty end
 * is unlimited.
 */
import type {FilterConfig} from '../shapes/config.ts';
import {isLikelyDay, parseDay} from './dates.ts';
import type {Field} from '../shapes/fields.ts';
import type {FilterOperator} from './kindRule.ts';
import {toFilterField, kindRuleOf} from './kinds.ts';
import {memoize} from '../memoize.ts';
import {prefixLabel, formMessages, messagesWithLabel} from '../words/messages.ts';
import {validateValue} from './validate.ts';

/** Days `yyyy-mm-dd`, numbers, or hours. */
export interface FilterRange {
  from?: string | number | undefined;
  to?: string | number | undefined;
}

export const RANGE_ENDS = ['from', 'to'] as const;
export type RangeEnd = (typeof RANGE_ENDS)[number];
type RangeMistakes = Partial<Record<RangeEnd, string>>;

/** A filtered field and the declaration of its filter. */
interface FieldFilter {
  field: Field;
  filter: FilterConfig;
}

export const filterLabel = ({field, filter}: FieldFilter): string => {
  if (typeof filter.label === 'string') return filter.label;
  return filter.below === true ? `${field.label} e abaixo` : field.label;
};
/** Returns the label of one end's input; undefined if the filter declares none. */
export const rangeEndLabel = ({label}: FilterConfig, end: RangeEnd): string | undefined =>
  (typeof label === 'object' ? label[end === 'from' ? 0 : 1] : undefined);

interface RangeRule {
  /** Parses one end; undefined for an invalid text. */
  read: (text: string, field: Field) => string | number | undefined;
  mistake: (fieldFilter: FieldFilter, end: RangeEnd, text: string) => string | undefined;
  /** Message for ends in the wrong order, shown at the second one. */
  reversed: (fieldFilter: FieldFilter) => string;
  /** True if a single value stands for both ends. */
  acceptsSingleValue: boolean;
}

/** The field without its own limits, because a filter may go beyond them. */
const withoutLimits = memoize((field: Field): Field => ({...toFilterField(field), min: undefined, max: undefined} as Field));

interface FilterOperatorRow {
  /** Finds parts of a text, so that every text is valid. */
  searched?: true;
  /** Filters by days: its values are dates. */
  dated?: true;
  /** Parsing and messages of a range; absent for a filter by one value. */
  ends?: RangeRule;
  /** Default query parameters. Default: the field's name. */
  params?: (name: string) => readonly string[];
  /** True for an incomplete value, such as a half-typed date, for which no error message is shown yet. */
  isUnfinished?: (text: string) => boolean;
  /** Fields of this kind cannot be filtered. */
  unfilterable?: true;
}

const dayRange: RangeRule = {
  read: parseDay,
  mistake: ({filter}, end, text) => {
    const day = parseDay(text);
    const label = rangeEndLabel(filter, end);
    if (day !== undefined && isLikelyDay(day)) return undefined;
    return label === undefined ? formMessages.date : `${label} Inválida!`;
  },
  reversed: () => 'O período termina antes de começar. Corrija uma das datas.',
  acceptsSingleValue: false,
};
const valueRange: RangeRule = {
  read: (text, field) => {
    const value = kindRuleOf(field).bare(text, field);
    return validateValue(withoutLimits(field), value, false) === undefined ? value as string | number : undefined;
  },
  mistake: (fieldFilter, _end, text) =>
    validateValue(withoutLimits(fieldFilter.field), text, false, messagesWithLabel(filterLabel(fieldFilter))),
  reversed: fieldFilter => prefixLabel(filterLabel(fieldFilter), 'O segundo número é menor que o primeiro. Corrija um dos dois.'),
  acceptsSingleValue: true,
};
const hourRange: RangeRule = {
  ...valueRange, reversed: fieldFilter =>
    prefixLabel(filterLabel(fieldFilter), 'A segunda hora é antes da primeira. Corrija uma das duas.'),
};
const defaultRangeParams = (name: string): readonly string[] => [`${name}De`, `${name}Ate`];

const filterOperators: Readonly<Record<FilterOperator, FilterOperatorRow>> = {
  part: {searched: true},
  equal: {},
  period: {dated: true, ends: dayRange, isUnfinished: text => text.length < 'dd/mm/aaaa'.length},
  range: {ends: valueRange, params: defaultRangeParams, isUnfinished: text => text === '-'},
  hours: {ends: hourRange, params: defaultRangeParams, isUnfinished: text => text.length < 'hh:mm'.length},
  none: {unfilterable: true},
};

export const filterOperatorRowOf = (field: Field): FilterOperatorRow => filterOperators[kindRuleOf(field).filter];

export const isRangeFilter = (field: Field): boolean => filterOperatorRowOf(field).ends !== undefined;

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Splits a filter value into its two ends, unparsed. */
export const splitRange = (field: Field, value: unknown): Record<RangeEnd, string> => {
  const ends = typeof value === 'object' && value !== null ? (value as Partial<Record<RangeEnd, unknown>>) : {};
  const singleValue = filterOperatorRowOf(field).ends?.acceptsSingleValue === true ? asText(value) : '';
  return {from: asText(ends.from).trim() || singleValue, to: asText(ends.to).trim() || singleValue};
};

/**
 * Parses a range filter: days in either notation, numbers as text. An empty end is open.
 *
 * @returns the ends, an invalid one unparsed, and the messages by end; a wrong order is reported at `to`
 */
export const parseRange = (fieldFilter: FieldFilter, value: unknown): {range: FilterRange; mistakes: RangeMistakes} => {
  const rule = filterOperatorRowOf(fieldFilter.field).ends;
  const range: FilterRange = {};
  const mistakes: RangeMistakes = {};
  if (rule === undefined) return {range, mistakes};
  const ends = splitRange(fieldFilter.field, value);
  for (const end of RANGE_ENDS) {
    const text = ends[end];
    range[end] = rule.read(text, fieldFilter.field) ?? (text || undefined);
    const mistake = text === '' ? undefined : rule.mistake(fieldFilter, end, text);
    if (mistake !== undefined) mistakes[end] = mistake;
  }
  const {from, to} = range;
  if (Object.keys(mistakes).length === 0 && from !== undefined && to !== undefined && from > to) mistakes.to = rule.reversed(fieldFilter);
  return {range, mistakes};
};
