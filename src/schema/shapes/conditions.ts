/**
 * Shapes of a condition's words. A new word is added here first. Every table keyed by `Word` (evaluation on a record, check of the config,
 * SQL, text for people) then fails to compile until it has a row for it.
 */
import * as z from 'zod';
import {momentShape} from './moments.ts';
import {nameShape, namesShape, markAsNames, targetOfReferenceKey, textShape, type ConfigName, type Naming} from './nameShapes.ts';

export const comparisonOperators = ['=', '<', '<=', '>', '>='] as const;
export type ComparisonOperator = (typeof comparisonOperators)[number];

const scalarShape = z.union([z.string(), z.number(), z.boolean()]);

const wordShapes = {
  /** The field has a value. @example filled: 'idResponsavel' */
  filled: nameShape('beside'),
  /**
   * Compares a field by `=`, `<`, `<=`, `>` or `>=` with another field, a number, a [date or moment](#dates) or a value of the
   * session (`session.id`). Numbers, days, instants and hours are ordered; other values are only equal or not. Texts are equal where they
   * look the same (rules: Lists 6), accents included. A day and an instant compare as days in São Paulo. An empty value compares to
   * nothing.
   *
   * @example compare: ['previsao', '<', ['agora', '+', 2, 'horas']]
   */
  compare: z.tuple([nameShape('beside'), z.enum(comparisonOperators), z.union([nameShape('against'), z.number(), momentShape])]).readonly(),
  /** The record is in one of these statuses. @example status: ['liberado', 'oficina'] */
  status: namesShape('status'),
  /**
   * Each field, or `session.perfil`, has one of its values. For several choices (`opcoes`) one of them suffices.
   * @example is: {tipo: ['leve', 'caminhao'], 'session.perfil': ['adm']}
   */
  is: z.record(nameShape('compared'), z.array(scalarShape).readonly()),
  /** The record waits for this person or profile. @example waits: 'autor' */
  waits: nameShape('waiter'),
};
/** A condition has exactly one of these words. */
type WordValues = {readonly [W in keyof typeof wordShapes]: z.infer<(typeof wordShapes)[W]>} & {
  /** The inner condition does not hold. @example not: {status: ['baixado']} */
  readonly not: Condition;
  /** At least one of the conditions holds. @example any: ['autor', {filled: 'nota'}] */
  readonly any: readonly Condition[];
  /** All of the conditions hold. @example all: ['autor', {status: ['liberado']}] */
  readonly all: readonly Condition[];
  /**
   * The referenced record exists and has this condition of its own resource. `noEscopo` means that the caller reaches it. Only the server
   * evaluates it, so a form cannot use it.
   *
   * @example through: {idOrdem: 'noEscopo'}
   */
  readonly through: Readonly<Record<ConfigName<'beside'>, ConditionAs<'found', {of: typeof targetOfReferenceKey}>>>;
};
export type ConditionWord = keyof WordValues;
/** Value of a word. */
export type WordValue<W extends ConditionWord> = WordValues[W];

type OptionalWords = {readonly [W in ConditionWord]?: WordValues[W] | undefined};

/**
 * A condition on a record: the name of a built-in one, of one in `conditions` or of one in `people`, or an object in place with exactly one
 * word. The portal and the server evaluate the same words, and the server also translates them to SQL. A change that only time makes is
 * seen at the next read.
 */
export interface InlineCondition extends OptionalWords {
  /**
   * Message for the caller who is refused because of the condition. Required where an action uses it.
   * @example reason: 'Ninguém recolheu este veículo.'
   */
  readonly reason?: string | undefined;
  /** Hides the button of a refused action instead of explaining it, because the person could correct nothing. @example hides: true */
  readonly hides?: true | undefined;
}
/** A condition where it is used: its name, or the object in place. */
export type Condition = ConfigName<'condition'> | InlineCondition;

export const inlineConditionShape: z.ZodType<InlineCondition> = z.strictObject({
  ...z.strictObject(wordShapes).partial().shape,
  get not() {
    return conditionShapeAs('condition').optional();
  },
  get any() {
    return z.array(conditionShapeAs('condition')).readonly().optional();
  },
  get all() {
    return z.array(conditionShapeAs('condition')).readonly().optional();
  },
  get through() {
    return z.record(nameShape('beside', {kinds: ['referencia']}), conditionShapeAs('found', {of: targetOfReferenceKey})).optional();
  },
  reason: textShape().optional(),
  hides: z.literal(true).optional(),
});

type Unbranded<T> = T extends string ? string extends T ? string : T
  : T extends readonly unknown[] ? {[I in keyof T]: Unbranded<T[I]>}
  : T extends object ? {readonly [K in keyof T as string extends K ? string : K]: Unbranded<T[K]>} : T;
/** Names of another resource's conditions are unknown to the types, so only the check at start refuses a wrong one. */
type ConditionAs<K extends 'condition' | 'found', M extends Partial<Naming>> =
  M extends {of: unknown} ? string | Unbranded<InlineCondition> : ConfigName<K> | InlineCondition;

/** Schema of a word whose value is a condition. */
export const conditionShapeAs = <K extends 'condition' | 'found', M extends Omit<Naming, 'as'>>(
  as: K, options?: M,
): z.ZodType<ConditionAs<K, M>> =>
  markAsNames(z.union([z.string(), inlineConditionShape]), {as, ...options}) as unknown as z.ZodType<ConditionAs<K, M>>;
