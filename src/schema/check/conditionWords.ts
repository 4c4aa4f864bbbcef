/** What each word of a condition may say. */
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

/** Where a word is said. */
interface Place {
  world: World;
  /** `resources.tickets.conditions.doAutor.filled` */
  here: string;
  of: string;
  resource: Resource;
  /** Says so where a condition cannot be asked of a record. */
  ask: (condition: Condition) => void;
  /** And of records of another resource. */
  askThere: (here: string, condition: Condition, of: string) => void;
}

/** A field whose value a condition can look at. */
const looksAt = ({world, here, resource}: Place, name: string): Field | undefined => {
  const field = resource.fields[name];
  if (field === undefined) return undefined;
  // What no list shows has no value to compare.
  if (kindRuleOf(field).column !== 'none') return shownField(world.config, resource.fields, field);
  world.say(here, `"${name}" é um campo ${field.kind}, de que uma condição não sabe o valor`);
  return undefined;
};

/** What is known of whoever asks, by the sorts of values. */
const SESSION: Readonly<Record<keyof Session, string>> = {
  id: `um registro de ${USERS}`, perfil: TEXT, idEmpresa: `um registro de ${COMPANIES}`, codigoExterno: TEXT,
};

const PROFILE = 'session.perfil';

const DATED = [DAY, INSTANT];

const TIMES = {data: DAY, dataHora: INSTANT, hora: HOUR} as const;

/** The sort of what is no field: a moment, a day, an hour, or what is known of whoever asks; undefined for any other word. */
export const sortOfWord = (word: string): string | undefined => {
  const time = resolveTime(word);
  if (time !== undefined) return TIMES[timeFieldKind(time)];
  const [, key = ''] = /^session\.(.*)$/.exec(word) ?? [];
  return Object.hasOwn(SESSION, key) ? SESSION[key as keyof Session] : undefined;
};

/** The sort of what a field is compared with; undefined where it is none, which is told where it is named. */
const sortOfSide = (place: Place, side: string | number): string | undefined => {
  if (typeof side === 'number') return NUMBER;
  if (side.startsWith('session.') || resolveTime(side) !== undefined) return sortOfWord(side);
  const field = looksAt(place, side);
  return field && sortOf(field);
};

/** Whether there is anything in it; says so where there is not. */
const isEmpty = ({world}: Place, here: string, values: object): boolean => {
  const empty = Object.keys(values).length === 0;
  if (empty) world.say(here, 'não pode ficar vazio');
  return empty;
};

export const wordChecks: {readonly [W in ConditionWord]: (said: WordValue<W>, place: Place) => void} = {
  filled: (field, place) => void looksAt(place, field),
  compare: ([name, operator, other], place) => {
    const {world, here} = place;
    const field = looksAt(place, name);
    const one = field && sortOf(field);
    const two = sortOfSide(place, other);
    if (one === undefined || two === undefined) return;
    // Read through a reference a value does not tell its sort.
    const isOwn = [name, other].every(side => place.resource.fields[side]?.kind !== 'relacionado');
    if (one !== two && !(isOwn && DATED.includes(one) && DATED.includes(two))) {
      world.say(here, `${one} não se compara com ${two}`);
    } else if (one === CHOICES || one === FILE) {
      world.say(here, `${one} não se compara: use ${one === FILE ? '"filled"' : '"is", que vale quando uma delas foi escolhida'}`);
    } else if (operator !== '=' && ![NUMBER, HOUR, ...DATED].includes(one)) {
      world.say(here, `${one} não tem ordem: só se compara com "="`);
    }
  },
  status: (keys, place) => void isEmpty(place, place.here, keys),
  is: (values, place) => {
    const {world, here} = place;
    isEmpty(place, here, values);
    for (const [name, allowed] of Object.entries(values)) {
      isEmpty(place, `${here}.${name}`, allowed);
      if (name === PROFILE) for (const value of allowed) world.known(`${here}.${name}`, String(value), world.profiles, 'um perfil');
      else if (name.startsWith('session.')) world.say(here, `de quem pede só "${PROFILE}" se compara com valores`);
      const field = looksAt(place, name);
      for (const value of field === undefined ? [] : allowed) {
        if (field && !valueFits(world, field, value)) world.say(`${here}.${name}`, `${either([value])} não é um valor de "${name}"`);
      }
    }
  },
  waits: (waiter, {world, here, of, resource}) => {
    if (statusKeys(world, of, resource) === undefined || listTurnHolders(resource).has(waiter)) return;
    world.say(here, `nenhum status de ${of} espera por "${waiter}": diga "waits" num deles`);
  },
  not: (condition, {ask}) => ask(condition),
  any: (conditions, place) => void (isEmpty(place, place.here, conditions) || conditions.forEach(place.ask)),
  through: (said, place) => {
    isEmpty(place, place.here, said);
    for (const [name, condition] of Object.entries(said)) {
      const field = place.resource.fields[name];
      if (field?.kind === 'referencia') place.askThere(`${place.here}.${name}`, condition, field.to);
    }
  },
  all: (conditions, place) => void (isEmpty(place, place.here, conditions) || conditions.forEach(place.ask)),
};
