/** Every word that names something, wherever the shapes say that one stands: it must be there, and of a kind that fits. */
import type * as z from 'zod';
import {shapes, type Resource} from '../shapes/config.ts';
import {DELETE_OPERATION, UPDATE_OPERATION} from '../lifeCycle/consequences.ts';
import {fieldShapes, type Field, type Fields} from '../shapes/fields.ts';
import {resolveTime} from '../fields/moments.ts';
import {iconNames} from '../words/icons.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {listPlaceholders} from '../words/messages.ts';
import {isFieldShape, namingOf, placeholderScopeOf, type NameKind, type Naming, type PlaceholderScope} from '../shapes/nameShapes.ts';
import {USERS} from '../systemFields.ts';
import {TEAM} from '../words/notices.ts';
import {pagePaths} from '../pages.ts';
import {sessionKeys} from '../session.ts';
import {commonTurnHolders} from '../statuses/turnHolders.ts';
import {declaresTurnHolders, TURN_HOLDER_KEY} from '../statuses/responseKeys.ts';
import {ANY_OPEN_STATUS} from '../lifeCycle/workflow.ts';
import {kindIs} from './fields.ts';
import {statusKeys} from './lifeCycle.ts';
import {innerOf} from './shape.ts';
import {either} from './words.ts';
import type {Names, World} from './world.ts';

type Schema = z.core.$ZodType;
type Plain = Readonly<Record<string, unknown>>;

/** Names that a word may be, and what such a name is: `um campo de empresas`. */
type Known = readonly [names: Names, what: string];
interface Neighbours {
  known: Known;
  fields: Fields;
}

/** Where a word stands. */
interface At {
  world: World;
  /** The resource whose names it speaks of; absent: none, and what only a resource has cannot be told. */
  of?: string | undefined;
  /** The fields beside. */
  beside: Neighbours;
  /** The object it stands in, what is asked by the action that it is of, and the key of the record that this stands under. */
  object: Plain;
  asks: object | undefined;
  key: string;
}

const keys = (value: object | undefined): readonly string[] => Object.keys(value ?? {});
const resourceAt = ({world, of}: At): Resource | undefined => (of === undefined ? undefined : world.config.resources[of]);

const fieldsAt = ({world, of = ''}: At, ...more: readonly string[]): Known => {
  const names = world.fieldsOf(of);
  return [names && [...more, ...names], `um campo de ${of}`];
};
const statusesAt = (at: At): Names => {
  const resource = resourceAt(at);
  return resource && statusKeys(at.world, at.of ?? '', resource);
};
const conditionsAt = ({world, of = ''}: At): Known => [world.conditionsOf(of), `uma condição de ${of}`];

/** Names of `people`, and profiles; they have to be told apart. */
const peopleAt = (at: At, ...more: readonly string[]): Names => {
  const {world, of = ''} = at;
  return world.profiles && world.conditionsOf(of) && [...more, ...keys(resourceAt(at)?.people), ...world.profiles];
};
const userFields = (resource: Resource | undefined): readonly string[] =>
  Object.entries(resource?.fields ?? {}).flatMap(([name, field]) => (field.kind === 'referencia' && field.to === USERS ? [name] : []));

/** A row for each kind of name; of several words in one (`perfil:condicao`), for each. */
const rows: Readonly<Record<NameKind, (at: At, word: string) => Known>> = {
  field: at => fieldsAt(at),
  value: at => fieldsAt(at, 'id'),
  beside: ({beside}) => beside.known,
  compared: ({beside}, word) =>
    (word.startsWith('session.') ? [sessionKeys.map(key => `session.${key}`), 'um valor da sessão'] : beside.known),
  against: (at, word) => (resolveTime(word) === undefined ? rows.compared(at, word) : [undefined, '']),
  shown: at => {
    const resource = resourceAt(at);
    const isTold = resource !== undefined && (declaresTurnHolders(resource) || statusesAt(at) === undefined);
    return fieldsAt(at, 'id', ...(isTold ? [TURN_HOLDER_KEY] : []));
  },
  user: at => fieldsAt(at),
  status: at => [statusesAt(at), `um status de ${at.of}`],
  // Where there is no status at all, that is what is said.
  left: at => {
    const statuses = resourceAt(at)?.status === undefined ? undefined : statusesAt(at);
    return [statuses && [...statuses, ANY_OPEN_STATUS], `um status de ${at.of}`];
  },
  profile: ({world}) => [world.profiles, 'um perfil'],
  entry: ({world}) => [world.profiles, 'um perfil'],
  condition: conditionsAt,
  found: conditionsAt,
  told: at => {
    const known = peopleAt(at, TEAM);
    const {fields = {}} = resourceAt(at) ?? {};
    const through = Object.entries(fields).flatMap(([reference, field]) =>
      (field.kind === 'referencia' ? userFields(at.world.config.resources[field.to]).map(one => `${reference}.${one}`) : []));
    return [known && [...known, ...through], `uma pessoa de ${at.of}, nem um perfil, "${TEAM}" ou alguém por uma referência`];
  },
  waiter: at => {
    const known = peopleAt(at, ...commonTurnHolders);
    return [known, `uma pessoa de ${at.of}, nem um perfil, ${either(commonTurnHolders)}`];
  },
  action: ({world, of = ''}) => [world.actionsOf(of), `uma ação de ${of}`],
  doing: at => {
    const actions = at.world.actionsOf(at.of ?? '');
    const more = [DELETE_OPERATION, ...(at.of === USERS ? [UPDATE_OPERATION] : [])];
    return [actions && [...more, ...actions, ...keys(resourceAt(at)?.children)], `"${DELETE_OPERATION}", uma ação ou um filho de ${at.of}`];
  },
  filter: at => {
    const isWrong = at.world.unreadable.has(`resources.${at.of}.list`);
    return [isWrong ? undefined : keys(resourceAt(at)?.list.filters), `um filtro da lista de ${at.of}`];
  },
  resource: ({world}) => [world.resources, 'um recurso'],
  list: ({world}) => [world.lists, 'uma lista'],
  icon: () => [iconNames, 'um ícone'],
  place: ({world: {config, resources, unreadable}}) => {
    const all = unreadable.has('dashboards') ? undefined : resources && [...pagePaths, ...keys(config.dashboards), ...resources];
    return [all, 'uma página, nem um painel ou um recurso'];
  },
};
/** Those that only a resource has. */
const OF_NONE: readonly NameKind[] = ['beside', 'compared', 'against', 'profile', 'entry', 'resource', 'list', 'icon', 'place'];

/** Where a word is that may be another resource's. */
const thereOf = (at: At, naming: Naming): At => {
  if (naming.of === undefined) return at;
  const of = naming.of(at.object, at.key, resourceAt(at)?.fields ?? {});
  const there = {...at, of: typeof of === 'string' && at.world.resources?.includes(of) === true ? of : undefined};
  return {...there, beside: {known: fieldsAt(there), fields: resourceAt(there)?.fields ?? {}}};
};

const checkWord = (at: At, place: string, word: string, naming: Naming): void => {
  const {world} = at;
  const there = thereOf(at, naming);
  if (there.of === undefined && !OF_NONE.includes(naming.as)) return;
  const [one = '', condition, ...rest] = naming.as === 'entry' ? word.split(':') : [word];
  if (rest.length > 0) return world.say(place, `"${word}" tem mais de uma condição`);
  const isKnown = world.known(place, one, ...rows[naming.as](there, word));
  if (condition !== undefined) world.known(place, condition, ...conditionsAt(there));
  if (!isKnown || naming.kinds === undefined) return;
  kindIs(world, place, word, naming.as === 'beside' ? at.beside.fields : resourceAt(there)?.fields ?? {}, naming.kinds as Field['kind'][]);
};

/** Whoever does it. */
const ACTOR = 'session.nome';

/** What a sentence about a record may hold. */
const recordNames = (at: At, ...more: readonly string[]): Names => fieldsAt(
  at, ...more, 'id', 'versao',
  ...Object.values(resourceAt(at)?.fields ?? {}).flatMap(field => (field.kind === 'escolha' ? field.nameAs ?? [] : [])),
)[0];

const speaks: Readonly<Record<PlaceholderScope, (at: At) => Known>> = {
  record: at => [recordNames(at), `um campo de ${at.of}`],
  counted: at => [recordNames(at, 'total'), `um campo de ${at.of}, nem "total"`],
  total: () => [['total'], '"total"'],
  // What is asked, and what a record has as text.
  told: at => {
    const fields = resourceAt(at)?.fields ?? {};
    const [all] = fieldsAt(at);
    const said = all?.filter(one => fields[one] === undefined || kindRuleOf(fields[one]).column !== 'none');
    const what = at.asks === undefined ? '' : ', nem o que esta ação pergunta';
    return [said && ['id', ACTOR, ...keys(at.asks), ...said], `um campo de ${at.of}${what}`];
  },
};

/** The fields of one place know each other: a resource's, and what one action asks. */
const among = (at: At, fields: Fields): At =>
  (at.of === undefined || fields === resourceAt(at)?.fields
    ? at
    : {...at, beside: {known: [keys(fields), 'uma entrada desta ação'], fields}});

/** Words of a list are told where the list stands. */
const isWord = (schema: Schema, value: unknown): boolean =>
  typeof value === 'string' && [schema, ...innerOf(schema).options ?? []].some(one => namingOf(one) !== undefined);

const walk = (schema: Schema, value: unknown, place: string, at: At): void => {
  if (value === undefined || value === null || at.world.unreadable.has(place)) return;
  const naming = namingOf(schema);
  const speaksAs = placeholderScopeOf(schema);
  const {innerType, options, shape, keyType, valueType, element, items} = innerOf(schema);
  // What has no title of its own stands where the others do.
  const below = (key: string): string => (place === '' ? key : key === '' ? place : `${place}.${key}`);
  if (innerType) walk(innerType, value, place, at);
  else if (naming && typeof value === 'string') checkWord(at, place, value, naming);
  else if (speaksAs && typeof value === 'string') {
    for (const word of listPlaceholders(value)) at.world.known(place, word, ...speaks[speaksAs](at));
  } else if (isFieldShape(schema)) walk(fieldShapes[(value as Field).kind], value, place, at);
  else if (options) {
    const there = naming === undefined ? at : thereOf(at, naming);
    // Of a resource that there is not, nothing can be told.
    const meant = there.of === undefined && naming?.of !== undefined ? [] : options.filter(option => hasSort(option, value));
    for (const option of meant) walk(option, value, place, there);
  }
  else if (shape) {
    const object = value as Plain;
    const asks = schema === shapes.action ? object['asks'] as object ?? {} : at.asks;
    for (const [key, part] of Object.entries(shape)) walk(part, object[key], below(key), {...at, object, asks});
  } else if (valueType) {
    const here = isFieldShape(valueType) ? among(at, value as Fields) : at;
    for (const [key, part] of Object.entries(value)) {
      if (keyType) walk(keyType, key, place, here);
      walk(valueType, part, below(key), {...here, key});
    }
  } else if (element ?? items) (value as unknown[]).forEach((one, index) => {
    const part = element ?? items?.[index];
    if (part) walk(part, one, isWord(part, one) ? place : `${place}[${index}]`, at);
  });
};

/** Whether a value is of the sort that an option of a union is of: a text, a list, an object. */
const hasSort = (schema: Schema, value: unknown): boolean => {
  const {innerType, options, shape, valueType, element, items} = innerOf(schema);
  if (innerType) return hasSort(innerType, value);
  if (options) return options.some(option => hasSort(option, value));
  if (Array.isArray(value)) return (element ?? items) !== undefined;
  return typeof value === 'object' ? (shape ?? valueType) !== undefined : (shape ?? valueType ?? element ?? items) === undefined;
};

const {dashboards, ...general} = shapes.config.omit({resources: true}).shape;
const dashboard = dashboards.unwrap().valueType;

/** Says every name that there is not. */
export const checkNames = (world: World): void => {
  const at: At = {world, beside: {known: [[], 'um campo ao lado deste'], fields: {}}, object: {}, asks: undefined, key: ''};
  for (const [key, shape] of Object.entries(general)) walk(shape, world.config[key as keyof typeof general], key, at);
  for (const [name, counted] of Object.entries(world.config.dashboards)) {
    // Of a resource without statuses that alone is said, and not of each of them.
    const {of, steps} = counted;
    const hasStatus = world.config.resources[of]?.status !== undefined;
    const isThere = world.resources?.includes(of) === true;
    walk(dashboard, hasStatus ? counted : {of, steps}, `dashboards.${name}`, {...at, of: isThere ? of : undefined});
  }
  for (const [name, resource] of Object.entries(world.config.resources)) {
    const here: At = {...at, of: name};
    walk(shapes.resource, resource, `resources.${name}`, {...here, beside: {known: fieldsAt(here), fields: resource.fields}});
  }
};
