/** The one validation of a value: the form shows what it says, the API refuses what it says. */
import type {Config} from '../config/config.ts';
import type {Asked, Judged} from '../conditions/asked.ts';
import {maySee} from '../access.ts';
import {answerOf} from '../conditions/conditions.ts';
import type {Condition} from '../config/conditions.ts';
import {emptyOf} from './calculation.ts';
import type {Field} from '../config/fields.ts';
import {rowName, rowsOf, ruleOf, schemaOf} from './kinds.ts';
import {formWords, withInvalid, type Words} from '../words/messages.ts';
import {onceForEach} from '../onceFor.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A record as it is typed: what it does not name has no value, or the one that it begins with; a new one has no children. */
const asTyped = ({record, ...asked}: Asked<Judged>): Asked<Judged> => {
  const values = Object.entries(asked.resource.fields)
    .map(([name, field]) => [name, ruleOf(field).bare(record[name], field) ?? emptyOf(field)] as const);
  return {...asked, record: {...record, ...Object.fromEntries(values)}};
};

/** Whether a condition holds on a record as it is typed; absent: it does. */
export const holds = (condition: Condition | undefined, asked: Asked<Judged>): boolean =>
  condition === undefined || answerOf(condition, asTyped(asked)) === true;

/** A record that is stored keeps its password when none is given (rules: Fields 6), and no answer tells it. */
const keepsItsOwn = (field: Field, {id}: Values): boolean => field.kind === 'senha' && typeof id === 'number' && id > 0;

export const isRequired = (field: Field, asked: Asked<Judged>): boolean => field.required !== undefined
  && !keepsItsOwn(field, asked.record) && (field.required === true || holds(field.required, asked));

/** The general sentences with the field's own in their places; its `invalid` stands for every way of being invalid. */
const ownWords = onceForEach(({messages}: Field, words: Words): Words => ({
  ...(messages?.invalid === undefined ? words : withInvalid(words, messages.invalid)),
  required: messages?.required ?? words.required,
  tooShort: messages?.tooShort ?? words.tooShort,
}));

/**
 * One value against its field. `undefined` when it is valid, else the first sentence that applies.
 * `raw` may carry a mask or blanks; `required` is already decided by the caller.
 */
export const validateValue = (field: Field, raw: unknown, required: boolean, words: Words = formWords): string | undefined => {
  const own = ownWords(field, words);
  const value = ruleOf(field).bare(raw, field);
  if (value === null) return required ? own.required : undefined;
  const result = schemaOf(field, own).safeParse(value);
  return result.success ? undefined : result.error.issues[0]?.message;
};

/** Whether two values of a field say the same. */
export const isSame = (field: Field, one: unknown, other: unknown): boolean => {
  const [own, others] = [one, other].map(value => JSON.stringify(ruleOf(field).bare(value, field)));
  return own === others;
};

/** Kept by the server alone, or not kept at all. */
export const isWritten = (field: Field): boolean => field.readOnly !== true && ruleOf(field).own;

/**
 * Whether this person may give the field a value now; what they may not is ignored, not refused.
 *
 * @param asked of the record as it is stored; without an id: of one that is being made
 */
export const mayWrite = (field: Field, asked: Asked<Judged>): boolean => isWritten(field)
  && (field.readOnly === undefined || field.readOnly === true || !holds(field.readOnly, asked)) && maySee(field, asked.session.perfil);

/** Whether a value is to be a row of a list, and is none. */
export const isMissingRow = ({lists}: Pick<Config, 'lists'>, field: Field, value: unknown): boolean =>
  rowsOf(field, lists) !== undefined && rowName(field, lists, value) === undefined;
