/** Words of a condition: the fields that each reads, and its evaluation on a record. */
import {parseDay, toDay} from '../fields/dates.ts';
import {calculateField} from '../fields/calculation.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {foldText} from '../fields/text.ts';
import {authorField} from '../statuses/people.ts';
import {readSessionValue} from '../session.ts';
import {TURN_HOLDER_KEY} from '../statuses/responseKeys.ts';
import {statusById, statusIdOf} from '../statuses/statuses.ts';
import {turnHolderOfStatus} from '../statuses/waiting.ts';
import type {ConditionResult, ConditionContext, ConditionResource} from './context.ts';
import {resolveMoment, resolveTime} from '../fields/moments.ts';
import {
  dependsOnTime, isRelativeMoment, listMomentFields, listMomentReferences, resolveRelativeMoment, splitMomentPath, type RelativeMoment,
} from '../fields/relativeMoments.ts';
import type {Condition, ComparisonOperator, WordValue, InlineCondition, ConditionWord} from '../shapes/conditions.ts';

/** Returns a field's bare value, calculated fields included. `null` is empty, `undefined` unknown. */
export const readContextValue = (context: ConditionContext<ConditionResource>, name: string): unknown => {
  const sessionValue = readSessionValue(context.session, name);
  if (sessionValue !== undefined) return sessionValue;
  const value = calculateField(context.resource.fields, name, operand => readStored(context, operand));
  return value === undefined ? readStored(context, name) : value;
};

const readStored = ({resource, record}: ConditionContext<ConditionResource>, name: string): unknown => {
  const stored = record[name];
  const value = stored instanceof Date ? stored.toISOString() : stored;
  const field = resource.fields[name];
  if (value === undefined || field === undefined) return value;
  const rule = kindRuleOf(field);
  // Answers carry 0, '' and [] for empty values. A stored empty value does not have the `default`.
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return rule.empty === false ? false : null;
  return rule.bare(value, field);
};
const isFilled = (value: unknown): ConditionResult => (value === undefined ? undefined : value !== null && value !== '');
const hasAllowedValue = (value: unknown, allowed: readonly unknown[]): ConditionResult =>
  (value === undefined ? undefined : [value].flat().some(element => allowed.includes(element)));

/** Three-valued AND. */
const andAll = (answers: readonly ConditionResult[]): ConditionResult =>
  (answers.includes(false) ? false : answers.includes(undefined) ? undefined : true);

const negate = (answer: ConditionResult): ConditionResult => (answer === undefined ? undefined : !answer);

type Operand = WordValue<'compare'>[2];

/** Reads a name of a moment: a field of the record, or of one that its reference names. */
const readMomentPath = (context: ConditionContext<ConditionResource>, path: string): unknown => {
  const [own, referenced] = splitMomentPath(path);
  const value = readContextValue(context, own);
  if (referenced === undefined || value === undefined || value === null) return value;
  const named = context.named?.[own];
  return named && readContextValue(named, referenced);
};
const readOperand = (context: ConditionContext<ConditionResource>, side: Operand): unknown => {
  if (isRelativeMoment(side)) return resolveRelativeMoment(side, {read: path => readMomentPath(context, path)});
  return typeof side === 'number' ? side : resolveTime(side) ?? readContextValue(context, side);
};

/** Tells whether an operand is a day or an instant, by its field and not by its text. */
const isDated = ({resource}: ConditionContext<ConditionResource>, side: Operand): boolean => {
  if (isRelativeMoment(side)) return true;
  const field = resource.fields[side];
  return field === undefined ? resolveTime(String(side)) !== undefined : kindRuleOf(field).filter === 'period';
};
/** Returns the operands' values. A day and an instant are both compared as days. */
const readOperands = (context: ConditionContext<ConditionResource>, ...sides: readonly Operand[]): readonly unknown[] => {
  const values = sides.map(side => readOperand(context, side));
  const byDay = sides.every(side => isDated(context, side)) && values.some(value => parseDay(String(value)) === value);
  return byDay ? values.map(toDay) : values;
};
/** Folds texts for `=`, so that texts that look the same are equal. */
const foldForEquality = (operator: ComparisonOperator, value: unknown): unknown =>
  (operator === '=' && typeof value === 'string' ? foldText(value) : value);
const compareValues = (operator: ComparisonOperator, left: unknown, right: unknown): boolean => {
  if (foldForEquality(operator, left) === foldForEquality(operator, right)) return operator.endsWith('=');
  return typeof left === typeof right && operator.startsWith((left as number) < (right as number) ? '<' : '>');
};

/** Returns the turn holder: from the record itself, else from its status. */
const readTurnHolder = ({resource, record}: ConditionContext<ConditionResource>): unknown => {
  if (record[TURN_HOLDER_KEY] !== undefined) return record[TURN_HOLDER_KEY];
  const id = statusIdOf(resource, record);
  return id === undefined ? undefined : turnHolderOfStatus(resource, id, false);
};

export type EvaluateCondition = (condition: Condition, of?: ConditionContext<ConditionResource>) => ConditionResult;

/** A word either reads fields of the record or nests conditions on the same record. */
type WordInput<S> = {reads(value: S, resource: ConditionResource): readonly (string | undefined)[]; asks?: never}
  | {asks(value: S): readonly Condition[]; reads?: never};

type WordRow<S> = WordInput<S> & {
  /** True if the word depends on the record alone: not on the time or another record. */
  alone: boolean | ((value: S) => boolean);
  /** @param evaluate evaluates a nested condition, or one on another record */
  judge(value: S, context: ConditionContext<ConditionResource>, evaluate: EvaluateCondition): ConditionResult;
  /** Conditions on records that references of the record name. */
  onReferences?(value: S): readonly (readonly [reference: string, Condition])[];
  /** Reads values that do not change during the life cycle. */
  lasting?: true;
};

/** Tells whether a moment depends on the record alone. */
const isOfRecordAlone = (moment: RelativeMoment): boolean => !dependsOnTime(moment) && listMomentReferences(moment).length === 0;

const wordRows: {readonly [W in ConditionWord]: WordRow<WordValue<W>>} = {
  filled: {
    alone: true,
    reads: field => [field],
    judge: (field, context) => isFilled(readContextValue(context, field)),
    lasting: true,
  },
  compare: {
    alone: ([, , operand]) => (isRelativeMoment(operand) ? isOfRecordAlone(operand)
      : typeof operand !== 'string' || resolveMoment(operand) === undefined),
    reads: ([name, , operand]) => [name, ...(isRelativeMoment(operand) ? listMomentFields(operand)
      : typeof operand === 'string' && resolveTime(operand) === undefined ? [operand] : [])],
    onReferences: ([, , operand]) =>
      (isRelativeMoment(operand) ? listMomentReferences(operand).map(([reference, filled]) => [reference, {filled}] as const) : []),
    judge: ([name, operator, operand], context) => {
      const [left, right] = readOperands(context, name, operand);
      return andAll([isFilled(left), isFilled(right)]) && compareValues(operator, left, right);
    },
  },
  status: {
    alone: true,
    reads: (_keys, {status}) => [status],
    judge: (keys, {resource, record}) => {
      const id = resource.status === undefined ? undefined : record[resource.status];
      return id === undefined ? undefined : keys.includes(statusById(resource, id)?.key ?? '');
    },
  },
  is: {
    alone: true,
    reads: values => Object.keys(values),
    judge: (values, context) =>
      andAll(Object.entries(values).map(([name, allowed]) => hasAllowedValue(readContextValue(context, name), allowed))),
    lasting: true,
  },
  waits: {
    alone: true,
    reads: (_turnHolder, resource) => [resource.status, resource.since, authorField(resource)],
    judge: (turnHolder, context) => hasAllowedValue(readTurnHolder(context), [turnHolder]),
  },
  not: {
    alone: true,
    asks: condition => [condition],
    judge: (condition, _asked, evaluate) => negate(evaluate(condition)),
  },
  any: {
    alone: true,
    asks: conditions => conditions,
    // By De Morgan's law: `any` holds unless all fail.
    judge: (conditions, _asked, evaluate) => negate(andAll(conditions.map(condition => negate(evaluate(condition))))),
  },
  all: {
    alone: true,
    asks: conditions => conditions,
    judge: (conditions, _asked, evaluate) => andAll(conditions.map(condition => evaluate(condition))),
  },
  through: {
    alone: false,
    reads: value => Object.keys(value),
    onReferences: value => Object.entries(value),
    judge: (value, context, evaluate) => andAll(Object.entries(value).map(([reference, condition]) => {
      const referenced = readContextValue(context, reference) === null ? null : context.named?.[reference];
      return referenced === null ? false : referenced && evaluate(condition, referenced);
    })),
  },
};

export const conditionWordNames = Object.keys(wordRows) as readonly ConditionWord[];

/** Maps the words of a condition. A checked config has exactly one in each. */
export const mapConditionWords = <T>(
  condition: InlineCondition, map: <W extends ConditionWord>(word: W, value: WordValue<W>) => T,
): readonly T[] =>
  conditionWordNames.flatMap(word => {
    const value = condition[word];
    return value === undefined ? [] : [map(word, value)];
  });

export const listDirectlyReadFields = (condition: InlineCondition, resource: ConditionResource): readonly (string | undefined)[] =>
  mapConditionWords(condition, (word, value) => wordRows[word].reads?.(value, resource) ?? []).flat();
export const listDirectlyNestedConditions = (condition: InlineCondition): readonly Condition[] =>
  mapConditionWords(condition, (word, value) => wordRows[word].asks?.(value) ?? []).flat();
/** Lists the conditions on referenced records, each with its reference. A value that is read there counts as one. */
export const listDirectConditionsOnReferences = (condition: InlineCondition): readonly (readonly [reference: string, Condition])[] =>
  mapConditionWords(condition, (word, value) => wordRows[word].onReferences?.(value) ?? []).flat();
export const evaluateInlineCondition = (
  condition: InlineCondition, context: ConditionContext<ConditionResource>, evaluate: EvaluateCondition,
): ConditionResult =>
  mapConditionWords(condition, (word, value) => wordRows[word].judge(value, context, evaluate))[0];
export const readsRecordAlone = (condition: InlineCondition): boolean => mapConditionWords(condition, (word, value) => {
  const {alone} = wordRows[word];
  return typeof alone === 'boolean' ? alone : alone(value);
}).every(Boolean);
export const readsStableValues = (condition: InlineCondition): boolean =>
  mapConditionWords(condition, word => wordRows[word].lasting === true).includes(true);
