/**
 * What a condition may say: its words, once. Adding one starts here: every table keyed by `Word` (how it is judged on a record, how its
 * declaration is checked, how it is said in SQL and to people) then fails to compile until it has a row for it.
 */
import * as z from 'zod';
import {name, names, naming, referred, text, type Name, type Naming} from './named.ts';

export const operators = ['=', '<', '<=', '>', '>='] as const;
export type Operator = (typeof operators)[number];

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const plain = {
  /** The field that has a value. */
  filled: name('beside'),
  /**
   * A field, how it compares, and what with: another field, a number, a moment (`hoje`, `agora-7`), a day or an hour (`2027-01-01`,
   * `08:00`), or `session.` and what is known of whoever asks. Numbers, days, instants and hours have an order, the rest is equal or not;
   * an empty value compares to nothing.
   */
  compare: z.tuple([name('beside'), z.enum(operators), z.union([name('against'), z.number()])]).readonly(),
  /** The statuses it stands in one of. */
  status: names('status'),
  /** For every field named, or `session.perfil`, the values it has one of. */
  is: z.record(name('compared'), z.array(scalar).readonly()),
  /** Whom it waits for. */
  waits: name('waiter'),
};
/** A condition says exactly one of these. */
type Words = {readonly [W in keyof typeof plain]: z.infer<(typeof plain)[W]>} & {
  /** Another condition that does not hold. */
  readonly not: Condition;
  /** Several of which one holds. */
  readonly any: readonly Condition[];
  /** Several that all hold. */
  readonly all: readonly Condition[];
  /** By references: the condition, of the resource that each refers to, that holds on the record it names. */
  readonly through: Readonly<Record<Name<'beside'>, AskedAs<'found', {of: typeof referred}>>>;
};
export type Word = keyof Words;
/** What a word is said with. */
export type Said<W extends Word> = Words[W];

type MaySay = {readonly [W in Word]?: Words[W] | undefined};

/** A condition on a record, by its words: declared by a name, or in place. */
export interface Spelled extends MaySay {
  /** Told to whoever is refused for it; needed where an action uses it. */
  readonly reason?: string | undefined;
  /** Where it does not hold, nothing is lacking that somebody could see to: a button that asks for it is not shown. */
  readonly hides?: true | undefined;
}
/** A condition where it is asked for: by its name, or spelled out. */
export type Condition = Name<'condition'> | Spelled;

export const spelled: z.ZodType<Spelled> = z.strictObject({
  ...z.strictObject(plain).partial().shape,
  get not() {
    return asks('condition').optional();
  },
  get any() {
    return z.array(asks('condition')).readonly().optional();
  },
  get all() {
    return z.array(asks('condition')).readonly().optional();
  },
  get through() {
    return z.record(name('beside', {kinds: ['referencia']}), asks('found', {of: referred})).optional();
  },
  reason: text().optional(),
  hides: z.literal(true).optional(),
});

type Unnamed<T> = T extends string ? string extends T ? string : T
  : T extends readonly unknown[] ? {[I in keyof T]: Unnamed<T[I]>}
  : T extends object ? {readonly [K in keyof T as string extends K ? string : K]: Unnamed<T[K]>} : T;
/** On a record of another resource types cannot tell what there is to name: there the start alone refuses it. */
type AskedAs<K extends 'condition' | 'found', M extends Partial<Naming>> =
  M extends {of: unknown} ? string | Unnamed<Spelled> : Name<K> | Spelled;

/** The shape of a word that asks for a condition. */
export const asks = <K extends 'condition' | 'found', M extends Omit<Naming, 'as'>>(as: K, more?: M): z.ZodType<AskedAs<K, M>> =>
  naming(z.union([z.string(), spelled]), {as, ...more}) as unknown as z.ZodType<AskedAs<K, M>>;
