/**
 * What finds a kind's values in a list, one row a way; and filters from one value to another: the days of a period, the numbers of a
 * range. Both ends count; one left open has no limit.
 */
import type {Filter} from '../config/config.ts';
import {isLikelyDay, parseDay} from './dates.ts';
import type {Field} from '../config/fields.ts';
import type {FilterWay} from './kindRule.ts';
import {filteredField, ruleOf} from './kinds.ts';
import {onceFor} from '../onceFor.ts';
import {about, formWords, wordsAbout} from '../words/messages.ts';
import {validateValue} from './validate.ts';

/** Days `yyyy-mm-dd`, or numbers. */
export interface Range {
  from?: string | number | undefined;
  to?: string | number | undefined;
}

export const ENDS = ['from', 'to'] as const;
export type End = (typeof ENDS)[number];
type RangeMistakes = Partial<Record<End, string>>;

/** What is filtered, and how the list declares it. */
interface Filtered {
  field: Field;
  filter: Filter;
}

export const labelOf = ({field, filter}: Filtered): string =>
  (typeof filter.label === 'string' ? filter.label : field.label);
/** What one of its two inputs is called; undefined where it says nothing of its own. */
export const endLabelOf = ({label}: Filter, end: End): string | undefined =>
  (typeof label === 'object' ? label[end === 'from' ? 0 : 1] : undefined);

interface EndRule {
  /** A text as an end; undefined where it can be none. */
  read: (text: string, field: Field) => string | number | undefined;
  /** What is wrong with one end as it was given. */
  mistake: (asked: Filtered, end: End, text: string) => string | undefined;
  /** Said at the last of two that are in the wrong order. */
  reversed: (asked: Filtered) => string;
  /** Whether one value stands for both ends. */
  isOneBoth: boolean;
}

/** What an end may be: whatever the kind can, also beyond what the field may. */
const unlimited = onceFor((field: Field): Field => ({...filteredField(field), min: undefined, max: undefined} as Field));

interface WayRow {
  /** A part of a text is looked for: none is wrong. */
  searched?: true;
  /** By days: its values are told as such. */
  dated?: true;
  /** From one value to another; absent: by one. */
  ends?: EndRule;
  /** The parameters where a filter says none; absent: the field's name. */
  params?: (name: string) => readonly string[];
  /** Whether what is typed cannot be meant yet. */
  isUnfinished?: (text: string) => boolean;
  /** Nothing finds it. */
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

/** Whether a field is filtered from one value to another. */
export const isRanged = (field: Field): boolean => wayOf(field).ends !== undefined;

const asText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** A filter's value as its two ends, each as it was given. */
export const endsOf = (field: Field, value: unknown): Record<End, string> => {
  const given = typeof value === 'object' && value !== null ? (value as Partial<Record<End, unknown>>) : {};
  const both = wayOf(field).ends?.isOneBoth === true ? asText(value) : '';
  return {from: asText(given.from).trim() || both, to: asText(given.to).trim() || both};
};

/**
 * A filter as somebody gives it: days in either notation, numbers as text, an empty end is open.
 *
 * @returns its ends, one that is none as it came, and what is wrong in a sentence; the wrong order is told at the last
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
