/** Checks of the words of conditions. */
import {shownField} from '../lists/columns.ts';
import {timeFieldKind, resolveTime} from '../fields/moments.ts';
import type {Condition, WordValue, ConditionWord} from '../shapes/conditions.ts';
import type {Resource} from '../shapes/config.ts';
import type {Field} from '../shapes/fields.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {COMPANIES, USERS} from '../systemFields.ts';
import type {Session} from '../session.ts';
import {listTurnHolders} from '../statuses/waiting.ts';
import {CHOICES, DAY, FILE, HOUR, INSTANT, NUMBER, sortOf, TEXT, valueFits} from './fields.ts';
import {statusKeys} from './lifeCycle.ts';
import {either} from './words.ts';
import type {World} from './world.ts';

interface WordContext {
  world: World;
  here: string;
  of: string;
  resource: Resource;
  /** Checks a nested condition on the same resource. */
  ask: (condition: Condition) => void;
  /** Checks a condition on records of another resource. */
  askThere: (place: string, condition: Condition, of: string) => void;
}

/** Returns the field that a condition reads, and reports one without a comparable value. */
const findComparableField = ({world: context, here: place, resource}: WordContext, name: string): Field | undefined => {
  const field = resource.fields[name];
  if (field === undefined) return undefined;
  // A field without list column has no value to compare.
  if (kindRuleOf(field).column !== 'none') return shownField(context.config, resource.fields, field);
  context.say(place, `"${name}" é um campo ${field.kind}, de que uma condição não sabe o valor`);
  return undefined;
};

/** Value sorts of session values. */
const SESSION_SORTS: Readonly<Record<keyof Session, string>> = {
  id: `um registro de ${USERS}`, perfil: TEXT, idEmpresa: `um registro de ${COMPANIES}`, codigoExterno: TEXT,
};

const PROFILE_VALUE = 'session.perfil';

const DATE_SORTS = [DAY, INSTANT];

const TIME_SORTS = {data: DAY, dataHora: INSTANT, hora: HOUR} as const;

/** Returns the value sort of a moment, day, hour or session value, `undefined` for any other word. */
export const sortOfWord = (word: string): string | undefined => {
  const time = resolveTime(word);
  if (time !== undefined) return TIME_SORTS[timeFieldKind(time)];
  const [, key = ''] = /^session\.(.*)$/.exec(word) ?? [];
  return Object.hasOwn(SESSION_SORTS, key) ? SESSION_SORTS[key as keyof Session] : undefined;
};

/** Returns the value sort of an operand, `undefined` for an unknown field, which is reported elsewhere. */
const sortOfOperand = (wordContext: WordContext, operand: string | number): string | undefined => {
  if (typeof operand === 'number') return NUMBER;
  if (operand.startsWith('session.') || resolveTime(operand) !== undefined) return sortOfWord(operand);
  const field = findComparableField(wordContext, operand);
  return field && sortOf(field);
};

const reportEmpty = ({world: context}: WordContext, place: string, values: object): boolean => {
  const isEmpty = Object.keys(values).length === 0;
  if (isEmpty) context.say(place, 'não pode ficar vazio');
  return isEmpty;
};

export const wordChecks: {readonly [W in ConditionWord]: (value: WordValue<W>, wordContext: WordContext) => void} = {
  filled: (field, wordContext) => void findComparableField(wordContext, field),
  compare: ([name, operator, operand], wordContext) => {
    const {world: context, here: place} = wordContext;
    const field = findComparableField(wordContext, name);
    const leftSort = field && sortOf(field);
    const rightSort = sortOfOperand(wordContext, operand);
    if (leftSort === undefined || rightSort === undefined) return;
    // A field read through a reference does not tell its sort.
    const areOwnFields = [name, operand].every(name => wordContext.resource.fields[name]?.kind !== 'relacionado');
    if (leftSort !== rightSort && !(areOwnFields && DATE_SORTS.includes(leftSort) && DATE_SORTS.includes(rightSort))) {
      context.say(place, `${leftSort} não se compara com ${rightSort}`);
    } else if (leftSort === CHOICES || leftSort === FILE) {
      context.say(
        place, `${leftSort} não se compara: use ${leftSort === FILE ? '"filled"' : '"is", que vale quando uma delas foi escolhida'}`,
      );
    } else if (operator !== '=' && ![NUMBER, HOUR, ...DATE_SORTS].includes(leftSort)) {
      context.say(place, `${leftSort} não tem ordem: só se compara com "="`);
    }
  },
  status: (keys, wordContext) => void reportEmpty(wordContext, wordContext.here, keys),
  is: (values, wordContext) => {
    const {world: context, here: place} = wordContext;
    reportEmpty(wordContext, place, values);
    for (const [name, allowed] of Object.entries(values)) {
      reportEmpty(wordContext, `${place}.${name}`, allowed);
      if (name === PROFILE_VALUE) for (const value of allowed) context.known(
        `${place}.${name}`, String(value), context.profiles, 'um perfil',
      );
      else if (name.startsWith('session.')) context.say(place, `de quem pede só "${PROFILE_VALUE}" se compara com valores`);
      const field = findComparableField(wordContext, name);
      for (const value of field === undefined ? [] : allowed) {
        if (field && !valueFits(context, field, value)) context.say(`${place}.${name}`, `${either([value])} não é um valor de "${name}"`);
      }
    }
  },
  waits: (waiter, {world: context, here: place, of, resource}) => {
    if (statusKeys(context, of, resource) === undefined || listTurnHolders(resource).has(waiter)) return;
    context.say(place, `nenhum status de ${of} espera por "${waiter}": diga "waits" num deles`);
  },
  not: (condition, {ask}) => ask(condition),
  any: (conditions, wordContext) => void (reportEmpty(wordContext, wordContext.here, conditions) || conditions.forEach(wordContext.ask)),
  through: (conditionByReference, wordContext) => {
    reportEmpty(wordContext, wordContext.here, conditionByReference);
    for (const [name, condition] of Object.entries(conditionByReference)) {
      const field = wordContext.resource.fields[name];
      if (field?.kind === 'referencia') wordContext.askThere(`${wordContext.here}.${name}`, condition, field.to);
    }
  },
  all: (conditions, wordContext) => void (reportEmpty(wordContext, wordContext.here, conditions) || conditions.forEach(wordContext.ask)),
};
