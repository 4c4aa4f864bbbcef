/** Rows of the number kinds in the table of kinds. */
import * as z from 'zod/mini';
import {decimalsOf, formatDecimal, fitsDecimals, isAmbiguousDecimal, MAX_DIGITS, parseDecimal} from './decimals.ts';
import type {FieldOf} from '../shapes/fields.ts';
import {PLAIN_KIND, type KindRule} from './kindRule.ts';
import {normaliseIfText} from './text.ts';
import {fillPlaceholders, type ValidationMessages} from '../words/messages.ts';

/** Largest value of PostgreSQL's `integer`. */
export const MAX_INTEGER = 2_147_483_647;

/** Parses a text of digits; returns any other value unchanged, to be refused. */
export const normaliseInteger = (raw: unknown): unknown => {
  const value = normaliseIfText(raw);
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
};
type Limits<L = number> = {[K in 'min' | 'max']?: L | undefined};
const outOfRangeMessage = (messages: ValidationMessages, {min, max}: Limits<string | number>, isAbove: boolean): string => {
  if (min !== undefined && max !== undefined) return fillPlaceholders(messages.between, {min, max});
  return isAbove
    ? fillPlaceholders(messages.atMost, {max: max ?? MAX_INTEGER})
    : fillPlaceholders(messages.atLeast, {min: min ?? -MAX_INTEGER});
};
type DecimalField = Parameters<typeof decimalsOf>[0];
const parseExact = (raw: unknown, field: DecimalField): unknown => {
  const value = normaliseIfText(raw);
  return typeof value === 'string' && !isAmbiguousDecimal(value, decimalsOf(field)) ? (parseDecimal(value) ?? value) : value;
};
const exactSchema = (field: Limits & DecimalField, messages: ValidationMessages) => {
  const [decimals, min, max] = [decimalsOf(field), field.min, field.max];
  const limits = {min: formatDecimal(min, decimals) || undefined, max: formatDecimal(max, decimals) || undefined};
  const sentence = fillPlaceholders(messages.decimal, {digits: MAX_DIGITS, decimals});
  return z.number(sentence).check(
    z.refine(value => fitsDecimals(value, decimals), sentence),
    z.gte(min ?? -Infinity, outOfRangeMessage(messages, limits, false)), z.lte(max ?? Infinity, outOfRangeMessage(messages, limits, true)),
  );
};
/** Tells whether a value is an integer of any length, so that a long one is reported as too large, not as letters. */
const isInteger = (value: unknown): value is number | string =>
  typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string' && /^-?\d+$/.test(value);
const EXACT_RULE = {bare: parseExact, schema: exactSchema, empty: null as number | null, filter: 'range', ...PLAIN_KIND} as const;

export const numberKindRules = {
  numero: {
    inTitle: 'number',
    bare: normaliseInteger,
    schema: (field, messages) =>
      z.int({error: ({input}) => (isInteger(input) ? outOfRangeMessage(messages, field, Number(input) > 0) : messages.digits)})
        .check(
          z.gte(field.min ?? -MAX_INTEGER, outOfRangeMessage(messages, field, false)),
          z.lte(field.max ?? MAX_INTEGER, outOfRangeMessage(messages, field, true)),
        ),
    // `min2` groups from five digits on, because four digits are often a year.
    format: value => (typeof value === 'number' ? value.toLocaleString('pt-BR', {useGrouping: 'min2'}) : ''),
    empty: null as number | null,
    filter: 'range', ...PLAIN_KIND,
    filterField: ({label, min, max}) => ({kind: 'numero', label, min, max}),
    // A field that allows 0 can be filtered by it.
    isZeroNone: ({min = 0}) => min > 0,
  },
  decimal: {
    ...EXACT_RULE,
    format: (value, field) => formatDecimal(parseExact(value, field), decimalsOf(field)),
    filterField: ({label, decimals, min, max}) => ({kind: 'decimal', label, decimals, min, max}),
  },
  moeda: {
    ...EXACT_RULE,
    format: (value, field) => formatDecimal(parseExact(value, field), decimalsOf(field), 'R$ '),
    filterField: ({label, min, max}) => ({kind: 'moeda', label, min, max}),
  },
  calculo: {
    ...EXACT_RULE, own: false,
    // `min` of a calculation is an aggregate, not a limit.
    schema: ({kind, decimals, count}, messages) => exactSchema({kind, decimals, count}, messages),
    format: (value, field) => formatDecimal(parseExact(value, field), decimalsOf(field), field.money && 'R$ '),
    filterField: ({label, money, ...field}) => (money ? {kind: 'moeda', label} : {kind: 'decimal', label, decimals: decimalsOf(field)}),
  },
} satisfies {[K in 'numero' | 'decimal' | 'moeda' | 'calculo']: KindRule<FieldOf<K>>};
