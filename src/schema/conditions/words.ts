/** Words of a condition: the fields that each reads, and its evaluation on a record. */
import {dayFromToday, parseDay, parseInstant} from '../fields/dates.ts';
import {calculated} from '../fields/calculation.ts';
import {ruleOf} from '../fields/kinds.ts';
import {foldText} from '../fields/text.ts';
import {authorField} from '../statuses/people.ts';
import {ofSession} from '../session.ts';
import {WAITED_FOR} from '../statuses/situation.ts';
import {statusById, statusIdOf} from '../statuses/statuses.ts';
import {waitsFor} from '../statuses/waiting.ts';
import type {Answer, Asked, Judged} from './asked.ts';
import {momentOf, timeOf} from '../fields/moments.ts';
import type {Condition, Operator, Said, Spelled, Word} from '../config/conditions.ts';

/** Returns a field's bare value, calculated fields included. `null` is empty, `undefined` unknown. */
export const valueOf = (asked: Asked<Judged>, name: string): unknown => {
  const own = ofSession(asked.session, name);
  if (own !== undefined) return own;
  const made = calculated(asked.resource.fields, name, one => storedIn(asked, one));
  return made === undefined ? storedIn(asked, name) : made;
};

const storedIn = ({resource, record}: Asked<Judged>, name: string): unknown => {
  const stored = record[name];
  const value = stored instanceof Date ? stored.toISOString() : stored;
  const field = resource.fields[name];
  if (value === undefined || field === undefined) return value;
  const rule = ruleOf(field);
  // Answers carry 0, '' and [] for empty values. A stored empty value does not have the `default`.
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return rule.empty === false ? false : null;
  return rule.bare(value, field);
};
const isFilled = (value: unknown): Answer => (value === undefined ? undefined : value !== null && value !== '');
/** Whether a value, or one of several chosen ones, is allowed. */
const oneOf = (value: unknown, allowed: readonly unknown[]): Answer =>
  (value === undefined ? undefined : [value].flat().some(one => allowed.includes(one)));

/** Three-valued AND. */
const every = (answers: readonly Answer[]): Answer => (answers.includes(false) ? false : answers.includes(undefined) ? undefined : true);

const opposite = (answer: Answer): Answer => (answer === undefined ? undefined : !answer);

/** Returns the day in São Paulo of an instant; any other value unchanged. */
const dayOf = (value: unknown): unknown => (parseInstant(String(value)) === undefined ? value : dayFromToday(0, new Date(String(value))));

/** Whether an operand is a day or an instant, by its field and not by its text. */
const isDated = ({resource}: Asked<Judged>, side: string | number): boolean => {
  const field = resource.fields[side];
  return field === undefined ? timeOf(String(side)) !== undefined : ruleOf(field).filter === 'period';
};
/** Returns the operands' values. A day and an instant are both compared as days. */
const comparable = (asked: Asked<Judged>, ...sides: readonly (string | number)[]): readonly unknown[] => {
  const values = sides.map(side => (typeof side === 'number' ? side : timeOf(side) ?? valueOf(asked, side)));
  const byDay = sides.every(side => isDated(asked, side)) && values.some(value => parseDay(String(value)) === value);
  return byDay ? values.map(dayOf) : values;
};
/** Folds texts for `=`, so that texts that look the same are equal. */
const asTold = (operator: Operator, value: unknown): unknown => (operator === '=' && typeof value === 'string' ? foldText(value) : value);
const compared = (operator: Operator, one: unknown, other: unknown): boolean => {
  if (asTold(operator, one) === asTold(operator, other)) return operator.endsWith('=');
  return typeof one === typeof other && operator.startsWith((one as number) < (other as number) ? '<' : '>');
};

/** Returns the waiter: from the record itself, else from its status. */
const waiting = ({resource, record}: Asked<Judged>): unknown => {
  if (record[WAITED_FOR] !== undefined) return record[WAITED_FOR];
  const id = statusIdOf(resource, record);
  return id === undefined ? undefined : waitsFor(resource, id, false);
};

export type Ask = (condition: Condition, of?: Asked<Judged>) => Answer;

/** A word either reads fields of the record or nests conditions on the same record. */
type Looks<S> = {reads(said: S, resource: Judged): readonly (string | undefined)[]; asks?: never}
  | {asks(said: S): readonly Condition[]; reads?: never};

type Row<S> = Looks<S> & {
  /** Whether the word depends on the record alone: not on the time or another record. */
  alone: boolean | ((said: S) => boolean);
  /** @param ask evaluates a nested condition, or one on another record */
  judge(said: S, asked: Asked<Judged>, ask: Ask): Answer;
  /** Reads values that do not change during the life cycle. */
  lasting?: true;
};

const rows: {readonly [W in Word]: Row<Said<W>>} = {
  filled: {
    alone: true,
    reads: field => [field],
    judge: (field, asked) => isFilled(valueOf(asked, field)),
    lasting: true,
  },
  compare: {
    alone: ([, , other]) => typeof other !== 'string' || momentOf(other) === undefined,
    reads: ([name, , other]) => [name, ...(typeof other === 'string' && timeOf(other) === undefined ? [other] : [])],
    judge: ([name, operator, other], asked) => {
      const [one, two] = comparable(asked, name, other);
      return every([isFilled(one), isFilled(two)]) && compared(operator, one, two);
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
    judge: (values, asked) => every(Object.entries(values).map(([name, allowed]) => oneOf(valueOf(asked, name), allowed))),
    lasting: true,
  },
  waits: {
    alone: true,
    reads: (_waiter, resource) => [resource.status, resource.since, authorField(resource)],
    judge: (waiter, asked) => oneOf(waiting(asked), [waiter]),
  },
  not: {
    alone: true,
    asks: condition => [condition],
    judge: (condition, _asked, ask) => opposite(ask(condition)),
  },
  any: {
    alone: true,
    asks: conditions => conditions,
    // By De Morgan's law: `any` holds unless all fail.
    judge: (conditions, _asked, ask) => opposite(every(conditions.map(condition => opposite(ask(condition))))),
  },
  all: {
    alone: true,
    asks: conditions => conditions,
    judge: (conditions, _asked, ask) => every(conditions.map(condition => ask(condition))),
  },
  through: {
    alone: false,
    reads: said => Object.keys(said),
    judge: (said, asked, ask) => every(Object.entries(said).map(([reference, condition]) => {
      const there = valueOf(asked, reference) === null ? null : asked.named?.[reference];
      return there === null ? false : there && ask(condition, there);
    })),
  },
};

export const wordNames = Object.keys(rows) as readonly Word[];

/** Maps the words of a condition. A checked config has exactly one in each. */
export const eachSaid = <T>(condition: Spelled, tell: <W extends Word>(word: W, said: Said<W>) => T): readonly T[] =>
  wordNames.flatMap(word => {
    const said = condition[word];
    return said === undefined ? [] : [tell(word, said)];
  });

export const readBy = (condition: Spelled, resource: Judged): readonly (string | undefined)[] =>
  eachSaid(condition, (word, said) => rows[word].reads?.(said, resource) ?? []).flat();
export const askedBy = (condition: Spelled): readonly Condition[] =>
  eachSaid(condition, (word, said) => rows[word].asks?.(said) ?? []).flat();
export const judgedBy = (condition: Spelled, asked: Asked<Judged>, ask: Ask): Answer =>
  eachSaid(condition, (word, said) => rows[word].judge(said, asked, ask))[0];
export const isAlone = (condition: Spelled): boolean => eachSaid(condition, (word, said) => {
  const {alone} = rows[word];
  return typeof alone === 'boolean' ? alone : alone(said);
}).every(Boolean);
export const isLasting = (condition: Spelled): boolean => eachSaid(condition, word => rows[word].lasting === true).includes(true);
