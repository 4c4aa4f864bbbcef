/** Checks of the words of conditions. */
import {resolveShownField} from '../lists/columns.ts';
import {timeFieldKind, resolveTime} from '../fields/moments.ts';
import {isRelativeMoment} from '../fields/relativeMoments.ts';
import type {Condition, WordValue, ConditionWord} from '../shapes/conditions.ts';
import type {Resource} from '../shapes/config.ts';
import type {Field} from '../shapes/fields.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {COMPANIES, USERS} from '../systemFields.ts';
import type {Session} from '../session.ts';
import {listTurnHolders} from '../statuses/waiting.ts';
import {
  CHOICES_VALUE_TYPE, DAY_VALUE_TYPE, FILE_VALUE_TYPE, HOUR_VALUE_TYPE, INSTANT_VALUE_TYPE, NUMBER_VALUE_TYPE, fieldValueType,
  TEXT_VALUE_TYPE, isFieldValue,
} from './fields.ts';
import {listStatusKeys} from './lifeCycle.ts';
import {joinAlternatives} from './mistakeTexts.ts';
import {checkMoment} from './effects/moments.ts';
import type {CheckContext} from './checkContext.ts';

interface WordContext {
  context: CheckContext;
  place: string;
  of: string;
  resource: Resource;
  /** Checks a nested condition on the same resource. */
  checkNested: (condition: Condition) => void;
  /** Checks a condition on records of another resource. */
  checkReferenced: (place: string, condition: Condition, of: string) => void;
}

/** Returns the field that a condition reads, and reports one without a comparable value. */
const findComparableField = ({context, place, resource}: WordContext, name: string): Field | undefined => {
  const field = resource.fields[name];
  if (field === undefined) return undefined;
  // A field without list column has no value to compare.
  if (kindRuleOf(field).column !== 'none') return resolveShownField(context.config, resource.fields, field);
  context.report(place, `"${name}" é um campo ${field.kind}, de que uma condição não sabe o valor`);
  return undefined;
};

/** Value sorts of session values. */
const SESSION_SORTS: Readonly<Record<keyof Session, string>> = {
  id: `um registro de ${USERS}`, perfil: TEXT_VALUE_TYPE, idEmpresa: `um registro de ${COMPANIES}`, codigoExterno: TEXT_VALUE_TYPE,
};

const PROFILE_VALUE = 'session.perfil';

const DATE_SORTS = [DAY_VALUE_TYPE, INSTANT_VALUE_TYPE];

const TIME_SORTS = {data: DAY_VALUE_TYPE, dataHora: INSTANT_VALUE_TYPE, hora: HOUR_VALUE_TYPE} as const;

/** Returns the value sort of a moment, day, hour or session value, `undefined` for any other word. */
export const wordValueType = (word: string): string | undefined => {
  const time = resolveTime(word);
  if (time !== undefined) return TIME_SORTS[timeFieldKind(time)];
  const [, key = ''] = /^session\.(.*)$/.exec(word) ?? [];
  return Object.hasOwn(SESSION_SORTS, key) ? SESSION_SORTS[key as keyof Session] : undefined;
};

/** Returns the value sort of an operand, `undefined` for an unknown field, which is reported elsewhere. */
const sortOfOperand = (wordContext: WordContext, operand: WordValue<'compare'>[2]): string | undefined => {
  const {context, place, resource} = wordContext;
  if (isRelativeMoment(operand)) return checkMoment(context, place, resource.fields, operand);
  if (typeof operand === 'number') return NUMBER_VALUE_TYPE;
  if (operand.startsWith('session.') || resolveTime(operand) !== undefined) return wordValueType(operand);
  const field = findComparableField(wordContext, operand);
  return field && fieldValueType(field);
};

const reportEmpty = ({context}: WordContext, place: string, values: object): boolean => {
  const isEmpty = Object.keys(values).length === 0;
  if (isEmpty) context.report(place, 'não pode ficar vazio');
  return isEmpty;
};

export const conditionWordChecks: {readonly [W in ConditionWord]: (value: WordValue<W>, wordContext: WordContext) => void} = {
  filled: (field, wordContext) => void findComparableField(wordContext, field),
  compare: ([name, operator, operand], wordContext) => {
    const {context, place} = wordContext;
    const field = findComparableField(wordContext, name);
    const leftSort = field && fieldValueType(field);
    const rightSort = sortOfOperand(wordContext, operand);
    if (leftSort === undefined || rightSort === undefined) return;
    // A field read through a reference does not tell its sort.
    const areOwnFields = [name, operand].every(name =>
      typeof name !== 'string' || wordContext.resource.fields[name]?.kind !== 'relacionado');
    if (leftSort !== rightSort && !(areOwnFields && DATE_SORTS.includes(leftSort) && DATE_SORTS.includes(rightSort))) {
      context.report(place, `${leftSort} não se compara com ${rightSort}`);
    } else if (leftSort === CHOICES_VALUE_TYPE || leftSort === FILE_VALUE_TYPE) {
      context.report(
        place,
        `${leftSort} não se compara: use ${leftSort === FILE_VALUE_TYPE ? '"filled"' : '"is", que vale quando uma delas foi escolhida'}`,
      );
    } else if (operator !== '=' && ![NUMBER_VALUE_TYPE, HOUR_VALUE_TYPE, ...DATE_SORTS].includes(leftSort)) {
      context.report(place, `${leftSort} não tem ordem: só se compara com "="`);
    }
  },
  status: (keys, wordContext) => void reportEmpty(wordContext, wordContext.place, keys),
  is: (values, wordContext) => {
    const {context, place} = wordContext;
    reportEmpty(wordContext, place, values);
    for (const [name, allowed] of Object.entries(values)) {
      reportEmpty(wordContext, `${place}.${name}`, allowed);
      if (name === PROFILE_VALUE) for (const value of allowed) context.checkKnownName(
        `${place}.${name}`, String(value), context.profiles, 'um perfil',
      );
      else if (name.startsWith('session.')) context.report(place, `de quem pede só "${PROFILE_VALUE}" se compara com valores`);
      const field = findComparableField(wordContext, name);
      for (const value of field === undefined ? [] : allowed) {
        if (field && !isFieldValue(context, field, value)) {
          context.report(
            `${place}.${name}`, `${joinAlternatives([value])} não é um valor de "${name}"`,
          );
        }
      }
    }
  },
  waits: (turnHolder, {context, place, of, resource}) => {
    if (listStatusKeys(context, of, resource) === undefined || listTurnHolders(resource).has(turnHolder)) return;
    context.report(place, `nenhum status de ${of} espera por "${turnHolder}": diga "waits" num deles`);
  },
  not: (condition, {checkNested}) => checkNested(condition),
  any: (conditions, wordContext) =>
    void (reportEmpty(wordContext, wordContext.place, conditions) || conditions.forEach(wordContext.checkNested)),
  through: (conditionByReference, wordContext) => {
    reportEmpty(wordContext, wordContext.place, conditionByReference);
    for (const [name, condition] of Object.entries(conditionByReference)) {
      const field = wordContext.resource.fields[name];
      if (field?.kind === 'referencia') wordContext.checkReferenced(`${wordContext.place}.${name}`, condition, field.to);
    }
  },
  all: (conditions, wordContext) =>
    void (reportEmpty(wordContext, wordContext.place, conditions) || conditions.forEach(wordContext.checkNested)),
};
