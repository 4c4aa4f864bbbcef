/** Numbers that nobody types: of a record's own numbers by the arithmetic of the database, or kept by it of a child's. */
import type {Config} from '../config/config.ts';
import {decimalsOf, isExact} from './decimals.ts';
import type {Field, Fields} from '../config/fields.ts';

/** The words of a record's own numbers, each with its sign in SQL. */
export const OWN = {product: '*', sum: '+', difference: '-'} as const;
/** The words of a child's numbers. */
export const OF_CHILDREN = ['sum', 'count', 'min', 'max'] as const;

/** Of which numbers of the same record a field is made, and how; undefined where it is no such field. */
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
  /** The child's field; of what is counted none. */
  value: string;
}
/** What a field is of the records of another resource that name its own; undefined where it is no such field. */
export const keptOf = (field: Field | undefined): KeptNumber | undefined => {
  if (field?.kind !== 'calculo' || field.of === undefined || field.by === undefined) return undefined;
  const word = OF_CHILDREN.find(one => field[one] !== undefined);
  const value = word === undefined || word === 'count' ? '' : field[word];
  return word === undefined || typeof value !== 'string' ? undefined : {of: field.of, by: field.by, word, value};
};

/** The numbers that a resource's records have of another's, by their own names. */
export const keptIn = (fields: Fields, child: string) => Object.entries(fields).flatMap(([own, field]) => {
  const kept = keptOf(field);
  return kept?.of === child ? [{own, field, ...kept}] : [];
});

/** The resources, each after those that it has numbers of: in this order their records are held, and what is kept of them made. */
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

/** What it has where there is no child. */
export const emptyOf = (field: Field | undefined): number | null => (['sum', 'count'].includes(keptOf(field)?.word ?? '') ? 0 : null);

/** The fields that a value follows from, with those that these follow from; none for what is typed. */
export const operandsOf = (fields: Fields, name: string): readonly string[] =>
  (madeOf(fields[name])?.operands ?? []).flatMap(one => [one, ...operandsOf(fields, one)]);

/** A number in whole parts of its last digit. */
const scaled = (value: number, digits: number): bigint => BigInt(value.toFixed(digits).replace('.', ''));

/** Half of the last digit goes away from zero, as the database has it. */
const rounded = (value: bigint, digits: number): bigint => {
  const unit = 10n ** BigInt(digits);
  const sign = value < 0n ? -1n : 1n;
  return sign * ((sign * value * 2n + unit) / (2n * unit));
};

/**
 * A field of the record's own numbers, made of these; any other field as it is there.
 *
 * @param read the bare value of a field that is typed or kept
 * @returns `null` where one of them is empty, or cannot be kept; a number of more digits than are kept (`isExact`) is too large
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
