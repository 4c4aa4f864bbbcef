/** The one validation of a record: the form shows what it says, the API refuses what it says. */
import type {Config, Resource} from '../config/config.ts';
import type {Asked, Judged} from '../conditions/asked.ts';
import {maySee} from '../access.ts';
import {answerOf, readWith, reasonOf} from '../conditions/conditions.ts';
import type {Condition} from '../conditions/shape.ts';
import type {Field} from './fields.ts';
import {rowName, rowsOf, ruleOf, schemaOf} from './kinds.ts';
import {formWords, withInvalid, type Words} from '../words/messages.ts';
import {onceForEach} from '../onceFor.ts';
import type {Session} from '../session.ts';
import type {FieldError} from '../wire.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A record as it is typed: what it does not name has no value, or the one that it begins with. */
const asTyped = ({record, ...asked}: Asked<Judged>): Asked<Judged> => {
  const values = Object.entries(asked.resource.fields).map(([name, field]) => [name, ruleOf(field).bare(record[name], field)] as const);
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

/** Kept by the server alone, or not kept at all. */
export const isWritten = (field: Field): boolean => field.readOnly !== true && ruleOf(field).own;

/**
 * Whether this person may give the field a value now; what they may not is ignored, not refused.
 *
 * @param asked of the record as it is stored; without an id: of one that is being made
 */
export const mayWrite = (field: Field, asked: Asked<Judged>): boolean => isWritten(field)
  && (field.readOnly === undefined || field.readOnly === true || !holds(field.readOnly, asked)) && maySee(field, asked.session.perfil);

/**
 * Validates a whole record.
 *
 * @param current the stored record when one is changed, with its id: what the body does not name keeps its value
 * @returns the bare values of every field the writer may write, and a sentence for each that is refused
 */
export const validateRecord = (
  config: Config, resource: Resource, body: Values, session: Session, current: Values = {},
): {values: Record<string, unknown>; errors: FieldError[]} => {
  const {fields} = resource;
  const writable = Object.entries(fields).filter(([, field]) => mayWrite(field, {resource, record: current, session}));
  const given = new Set(writable.flatMap(([name]) => (Object.hasOwn(body, name) && body[name] !== undefined ? [name] : [])));
  // Conditions are judged on what will be stored: what the writer may not change counts as it is, not as it was sent.
  const record: Values = {...current, ...Object.fromEntries([...given].map(name => [name, body[name]]))};
  const asked = {resource, record, session};
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = keptErrors(resource, body, {resource, record: current, session});
  for (const [name, field] of writable) {
    if (!holds(field.enabled, asked)) {
      values[name] = null;
      continue;
    }
    if (current['id'] !== undefined && !given.has(name) && !dependsOn(field, resource, given)) continue;
    const mensagem = validateValue(field, record[name], isRequired(field, asked)) ?? refusedChoice(
      config, field, record[name], session, current[name],
    );
    if (mensagem === undefined) values[name] = ruleOf(field).bare(record[name], field);
    else errors.push({campo: name, mensagem});
  }
  return {values, errors};
};

/**
 * What is kept as it is for a reason is refused where another value is sent, or whoever sent it would think that it was taken; with it the
 * switch of such a record (rules: Access 8).
 */
const keptErrors = (resource: Resource, body: Values, asked: Asked): FieldError[] => {
  const fields = Object.entries(resource.fields);
  const reasons = new Map(fields.flatMap(([name, {readOnly}]) =>
    (readOnly === undefined || readOnly === true || !holds(readOnly, asked) ? [] : [[name, reasonOf(resource, readOnly)] as const])));
  const [mensagem] = [...reasons.values()].filter(reason => reason !== '');
  return mensagem === undefined ? [] : fields.flatMap(([campo, field]) => {
    const bare = (value: unknown): unknown => ruleOf(field).bare(value, field);
    const isKept = reasons.get(campo) === mensagem || campo === resource.toggle?.field;
    return isKept && body[campo] !== undefined && bare(body[campo]) !== bare(asked.record[campo]) ? [{campo, mensagem}] : [];
  });
};

/** Whether a field not given must be looked at all the same: a condition that makes it required was given. */
const dependsOn = ({required}: Field, resource: Resource, given: ReadonlySet<string>): boolean =>
  required !== undefined && required !== true && readWith(resource, required).some(name => given.has(name));

/** A choice or list row that exists but is not for this person (rules: Access 8: only Adm makes an Adm), or a row no list has. */
const refusedChoice = (config: Config, field: Field, raw: unknown, {perfil}: Session, current: unknown): string | undefined => {
  const value = ruleOf(field).bare(raw, field);
  if (value === null || value === current) return undefined;
  if (field.kind === 'escolha') {
    const chosen = field.choices.find(choice => choice.id === value);
    return chosen?.profiles && !chosen.profiles.includes(perfil) ? 'Seu perfil não pode escolher esta opção.' : undefined;
  }
  return isMissingRow(config, field, value) ? formWords.invalid : undefined;
};

/** Whether a value is to be a row of a list, and is none. */
export const isMissingRow = ({lists}: Pick<Config, 'lists'>, field: Field, value: unknown): boolean =>
  rowsOf(field, lists) !== undefined && rowName(field, lists, value) === undefined;
