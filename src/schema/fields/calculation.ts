/** Calculated fields: arithmetic on the record's own numbers, or an aggregate of child records that the database maintains. */
import type {Condition} from '../shapes/conditions.ts';
import type {Config} from '../shapes/config.ts';
import {decimalsOf, fitsDecimals} from './decimals.ts';
import type {Field, Fields} from '../shapes/fields.ts';

/** Words of calculations with the record's own numbers, each with its SQL operator. */
export const CALCULATION_OPERATORS = {product: '*', sum: '+', difference: '-'} as const;
export const AGGREGATE_OPERATIONS = ['sum', 'count', 'min', 'max'] as const;

/** Returns the operation and the operands of a field calculated from the record's own numbers; undefined for other fields. */
export const calculationOf = (
  field: Field | undefined,
): {word: keyof typeof CALCULATION_OPERATORS; operands: readonly string[]} | undefined => {
  if (field?.kind !== 'calculo') return undefined;
  for (const word of Object.keys(CALCULATION_OPERATORS) as (keyof typeof CALCULATION_OPERATORS)[]) {
    const operands = field[word];
    if (typeof operands === 'object') return {word, operands};
  }
  return undefined;
};

export interface Aggregate {
  of: string;
  by: string;
  word: (typeof AGGREGATE_OPERATIONS)[number];
  /** The child's field; `''` for a count. */
  value: string;
  /** Condition on the children that count; undefined: all. */
  where: Condition | undefined;
}
/** Returns the aggregate of a field maintained from child records; undefined for other fields. */
export const aggregateOf = (field: Field | undefined): Aggregate | undefined => {
  if (field?.kind !== 'calculo' || field.of === undefined || field.by === undefined) return undefined;
  const word = AGGREGATE_OPERATIONS.find(word => field[word] !== undefined);
  const value = word === undefined || word === 'count' ? '' : field[word];
  return word === undefined || typeof value !== 'string' ? undefined : {of: field.of, by: field.by, word, value, where: field.where};
};

export const listAggregatesOfChild = (fields: Fields, child: string) => Object.entries(fields).flatMap(([name, field]) => {
  const aggregate = aggregateOf(field);
  return aggregate?.of === child ? [{own: name, field, ...aggregate}] : [];
});

/** Sorts the resources topologically: each after those that it aggregates. Rows are locked and aggregates written in this order. */
export const sortChildrenFirst = ({resources}: Pick<Config, 'resources'>): string[] => {
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    if (visited.has(name)) return;
    visited.add(name);
    Object.values(resources[name]?.fields ?? {}).flatMap(field => aggregateOf(field)?.of ?? []).forEach(visit);
    ordered.add(name);
  };
  Object.keys(resources).forEach(visit);
  return [...ordered];
};

export const aggregateOfNoChildren = (field: Field | undefined): number | null =>
  (['sum', 'count'].includes(aggregateOf(field)?.word ?? '') ? 0 : null);

/** Lists the operands of a calculation, recursively; empty for other fields. */
export const listOperands = (fields: Fields, name: string): readonly string[] =>
  (calculationOf(fields[name])?.operands ?? []).flatMap(operand => [operand, ...listOperands(fields, operand)]);

/** A decimal as an integer of its last digit. */
const toScaledInteger = (value: number, digits: number): bigint => BigInt(value.toFixed(digits).replace('.', ''));

/** Rounds half away from zero, as PostgreSQL does. */
const roundHalfAwayFromZero = (value: bigint, digits: number): bigint => {
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
export const calculateField = (fields: Fields, name: string, read: (name: string) => unknown): unknown => {
  const field = fields[name];
  const calculation = calculationOf(field);
  if (field === undefined || calculation === undefined) return read(name);
  const numbers = calculation.operands.map(operand =>
    ({value: calculateField(fields, operand, read), decimals: fields[operand] ? decimalsOf(fields[operand]) : 0}));
  if (numbers.some(({value}) => value === undefined)) return undefined;
  const [digits, isProduct] = [decimalsOf(field), calculation.word === 'product'];
  const scale = isProduct ? numbers.reduce((sum, {decimals}) => sum + decimals, 0) : Math.max(...numbers.map(({decimals}) => decimals));
  const [firstOperand, ...otherOperands] = numbers.flatMap(({value, decimals}) =>
    (typeof value === 'number' && fitsDecimals(value, decimals) ? toScaledInteger(value, isProduct ? decimals : scale) : []));
  if (firstOperand === undefined || otherOperands.length + 1 < numbers.length) return null;
  const total = otherOperands.reduce((result, operand) =>
    (isProduct ? result * operand : calculation.word === 'sum' ? result + operand : result - operand), firstOperand);
  const scaled = scale > digits ? roundHalfAwayFromZero(total, scale - digits) : total * 10n ** BigInt(digits - scale);
  return Number(scaled) / 10 ** digits;
};
