/**
 * Filter operators of field kinds, and range filters: a period of days, a range of numbers or hours. Both ends are inclusive; an empty end
 * is unlimited.
 */
import type {Filter} from '../config/config.ts';
import {isLikelyDay, parseDay} from './dates.ts';
import type {Field} from '../config/fields.ts';
import type {FilterWay} from './kindRule.ts';
import {filteredField, ruleOf} from './kinds.ts';
import {onceFor} from '../onceFor.ts';
import {about, formWords, wordsAbout} from '../words/messages.ts';
import {validateValue} from './validate.ts';

/** Days `yyyy-mm-dd`, numbers, or hours. */
export interface Range {
  from?: string | number | undefined;
  to?: string | number | undefined;
}

export const ENDS = ['from', 'to'] as const;
export type End = (typeof ENDS)[number];
type RangeMistakes = Partial<Record<End, string>>;

/** A filtered field and the declaration of its filter. */
interface Filtered {
  field: Field;
  filter: Filter;
}

export const labelOf = ({field, filter}: Filtered): string =>
  (typeof filter.label === 'string' ? filter.label : field.label);
/** Returns the label of one end's input; undefined if the filter declares none. */
export const endLabelOf = ({label}: Filter, end: End): string | undefined =>
  (typeof label === 'object' ? label[end === 'from' ? 0 : 1] : undefined);

interface EndRule {
  /** Parses one end; undefined for an invalid text. */
  read: (text: string, field: Field) => string | number | undefined;
  /** Returns the message for an invalid end. */
  mistake: (asked: Filtered, end: End, text: string) => string | undefined;
  /** Message for ends in the wrong order, shown at the second one. */
  reversed: (asked: Filtered) => string;
  /** Whether a single value stands for both ends. */
  isOneBoth: boolean;
}

/** The field without its own limits, because a filter may go beyond them. */
const unlimited = onceFor((field: Field): Field => ({...filteredField(field), min: undefined, max: undefined} as Field));

interface WayRow {
  /** Finds parts of a text, so that every text is valid. */
  searched?: true;
  /** Filters by days: its values are dates. */
  dated?: true;
  /** Parsing and messages of a range; absent for a filter by one value. */
  ends?: EndRule;
  /** Default query parameters. Default: the field's name. */
  params?: (name: string) => readonly string[];
  /** Whether a text is still being typed, so that it has no message yet. */
  isUnfinished?: (text: string) => boolean;
  /** Fields of this kind cannot be filtered. */
  barred?: true;
}

const days: EndRule = {
  read: parseDay,
  mistake: ({filter}, end, text) => {
    const day = parseDay(text);
    const label = endLabelOf(filter, end);
    if (day !== undefined && isLikelyDay(day)) return undefined;
    return label === undefined ? formWords.date : `${label} Inválida!`;
  },
  reversed: () => 'O período termina antes de começar. Corrija uma das datas.',
  isOneBoth: false,
};
const values: EndRule = {
  read: (text, field) => {
    const value = ruleOf(field).bare(text, field);
    return validateValue(unlimited(field), value, false) === undefined ? value as string | number : undefined;
  },
  mistake: (asked, _end, text) => validateValue(unlimited(asked.field), text, false, wordsAbout(labelOf(asked))),
  reversed: asked => about(labelOf(asked), 'O segundo número é menor que o primeiro. Corrija um dos dois.'),
  isOneBoth: true,
};
const hours: EndRule = {
  ...values, reversed: asked => about(labelOf(asked), 'A segunda hora é antes da primeira. Corrija uma das duas.'),
};
const ownEnds = (name: string): readonly string[] => [`${name}De`, `${name}Ate`];

const ways: Readonly<Record<FilterWay, WayRow>> = {
  part: {searched: true},
  equal: {},
  period: {dated: true, ends: days, isUnfinished: text => text.length < 'dd/mm/aaaa'.length},
  range: {ends: values, params: ownEnds, isUnfinished: text => text === '-'},
  hours: {ends: hours, params: ownEnds, isUnfinished: text => text.length < 'hh:mm'.length},
  none: {barred: true},
};

export const wayOf = (field: Field): WayRow => ways[ruleOf(field).filter];

/** Whether a field is filtered by a range. */
export const isRanged = (field: Field): boolean => wayOf(field).ends !== undefined;

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** Splits a filter value into its two ends, unparsed. */
export const endsOf = (field: Field, value: unknown): Record<End, string> => {
  const given = typeof value === 'object' && value !== null ? (value as Partial<Record<End, unknown>>) : {};
  const both = wayOf(field).ends?.isOneBoth === true ? asText(value) : '';
  return {from: asText(given.from).trim() || both, to: asText(given.to).trim() || both};
};

/**
 * Parses a range filter: days in either notation, numbers as text. An empty end is open.
 *
 * @returns the ends, an invalid one unparsed, and the messages by end; a wrong order is reported at `to`
 */
export const readRange = (asked: Filtered, value: unknown): {range: Range; mistakes: RangeMistakes} => {
  const rule = wayOf(asked.field).ends;
  const range: Range = {};
  const mistakes: RangeMistakes = {};
  if (rule === undefined) return {range, mistakes};
  const given = endsOf(asked.field, value);
  for (const end of ENDS) {
    const text = given[end];
    range[end] = rule.read(text, asked.field) ?? (text || undefined);
    const mistake = text === '' ? undefined : rule.mistake(asked, end, text);
    if (mistake !== undefined) mistakes[end] = mistake;
  }
  const {from, to} = range;
  if (Object.keys(mistakes).length === 0 && from !== undefined && to !== undefined && from > to) mistakes.to = rule.reversed(asked);
  return {range, mistakes};
};
