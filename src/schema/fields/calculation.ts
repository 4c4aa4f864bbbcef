/** Calculated fields: arithmetic on the record's own numbers, or an aggregate of child records that the database maintains. */
import type {Config} from '../config/config.ts';
import {decimalsOf, isExact} from './decimals.ts';
import type {Field, Fields} from '../config/fields.ts';

/** Words of calculations with the record's own numbers, each with its SQL operator. */
export const OWN = {product: '*', sum: '+', difference: '-'} as const;
/** Aggregates of child records. */
export const OF_CHILDREN = ['sum', 'count', 'min', 'max'] as const;

/** Returns the operation and the operands of a field calculated from the record's own numbers; undefined for other fields. */
export const madeOf = (field: Field | undefined): {word: keyof typeof OWN; operands: readonly string[]} | undefined => {
  if (field?.kind !== 'calculo') return undefined;
  for (const word of Object.keys(OWN) as (keyof typeof OWN)[]) {
    const operands = field[word];
    if (typeof operands === 'object') return {word, operands};
  }
  return undefined;
};

interface KeptNumber {
  of: string;
  by: string;
  word: (typeof OF_CHILDREN)[number];
  /** The child's field; `''` for a count. */
  value: string;
}
/** Returns the aggregate of a field maintained from child records; undefined for other fields. */
export const keptOf = (field: Field | undefined): KeptNumber | undefined => {
  if (field?.kind !== 'calculo' || field.of === undefined || field.by === undefined) return undefined;
  const word = OF_CHILDREN.find(one => field[one] !== undefined);
  const value = word === undefined || word === 'count' ? '' : field[word];
  return word === undefined || typeof value !== 'string' ? undefined : {of: field.of, by: field.by, word, value};
};

/** Lists the fields that aggregate the child's records. */
export const keptIn = (fields: Fields, child: string) => Object.entries(fields).flatMap(([own, field]) => {
  const kept = keptOf(field);
  return kept?.of === child ? [{own, field, ...kept}] : [];
});

/** Sorts the resources topologically: each after those that it aggregates. Rows are locked and aggregates written in this order. */
export const childrenFirst = ({resources}: Pick<Config, 'resources'>): string[] => {
  const ordered = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    Object.values(resources[name]?.fields ?? {}).flatMap(field => keptOf(field)?.of ?? []).forEach(add);
    ordered.add(name);
  };
  Object.keys(resources).forEach(add);
  return [...ordered];
};

/** Aggregate of no records. */
export const emptyOf = (field: Field | undefined): number | null => (['sum', 'count'].includes(keptOf(field)?.word ?? '') ? 0 : null);

/** Lists the operands of a calculation, recursively; empty for other fields. */
export const operandsOf = (fields: Fields, name: string): readonly string[] =>
  (madeOf(fields[name])?.operands ?? []).flatMap(one => [one, ...operandsOf(fields, one)]);

/** A decimal as an integer of its last digit. */
const scaled = (value: number, digits: number): bigint => BigInt(value.toFixed(digits).replace('.', ''));

/** Rounds half away from zero, as PostgreSQL does. */
const rounded = (value: bigint, digits: number): bigint => {
  const unit = 10n ** BigInt(digits);
  const sign = value < 0n ? -1n : 1n;
  return sign * ((sign * value * 2n + unit) / (2n * unit));
};

/**
 * Calculates a field from the record's own numbers with exact integer arithmetic; reads any other field as it is.
 *
 * @param read returns the bare value of a stored field
 * @returns `null` if an operand is empty or cannot be stored. A result can have too many digits (`isExact`).
 */
export const calculated = (fields: Fields, name: string, read: (name: string) => unknown): unknown => {
  const field = fields[name];
  const made = madeOf(field);
  if (field === undefined || made === undefined) return read(name);
  const numbers = made.operands.map(one => ({value: calculated(fields, one, read), own: fields[one] ? decimalsOf(fields[one]) : 0}));
  if (numbers.some(({value}) => value === undefined)) return undefined;
  const [digits, isProduct] = [decimalsOf(field), made.word === 'product'];
  const most = isProduct ? numbers.reduce((all, {own}) => all + own, 0) : Math.max(...numbers.map(({own}) => own));
  const [first, ...others] = numbers.flatMap(({value, own}) =>
    (typeof value === 'number' && isExact(value, own) ? scaled(value, isProduct ? own : most) : []));
  if (first === undefined || others.length + 1 < numbers.length) return null;
  const total = others.reduce((all, one) => (isProduct ? all * one : made.word === 'sum' ? all + one : all - one), first);
  const whole = most > digits ? rounded(total, most - digits) : total * 10n ** BigInt(digits - most);
  return Number(whole) / 10 ** digits;
};
