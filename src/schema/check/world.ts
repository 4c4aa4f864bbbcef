/**
 * The config as far as it can be read. Every part is held against its shape on its own, so that one wrong part hides no
 * mistake in another; a part that is wrong is replaced by an empty one, while the names it gives still count as known.
 */
import type {z} from 'zod';
import {builtInNames} from '../conditions/builtIn.ts';
import {completeConfig} from '../config/completeConfig.ts';
import {
  shapes, type UnlabelledField, type Config, type ActionInput, type ConfigInput, type ResourceInput, type PartName, type Resource,
} from '../shapes/config.ts';
import {fieldShapes, type Field, type Fields, type Kind} from '../shapes/fields.ts';
import {hasShape, readable} from './shape.ts';
import {either, repeated, suggestion, type Say} from './words.ts';

/** `undefined`: cannot be told, so nothing is refused by it. */
export type Names = readonly string[] | undefined;

export interface World {
  config: Config;
  say: Say;
  profiles: Names;
  resources: Names;
  lists: Names;
  /** The fields a resource names, also those whose shape is wrong. */
  fieldsOf(resource: string): Names;
  actionsOf(resource: string): Names;
  /** What a condition on its records may be called: built in, a name of `people`, declared. */
  conditionsOf(resource: string): Names;
  /** Whether a resource has a part, also one whose shape is wrong. */
  declares(resource: string, part: PartName): boolean;
  /** Whether each field that it names could be read: where one could not, nothing is said to be missing among them. */
  hasAllFields(resource: string): boolean;
  /** Places whose part is wrong and was replaced: what depends on them cannot be told. */
  unreadable: ReadonlySet<string>;
  /** Says so when the word is none of the names. `what`: `um campo de empresas`. */
  known(place: string, word: string, names: Names, what: string): boolean;
}

/** What the checks of one resource are given. */
export interface Here {
  world: World;
  name: string;
  resource: Resource;
  /** Of what is checked: `resources.tickets`, `resources.tickets.list`. */
  path: string;
}

type Plain = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);
const keys = (value: unknown): Names => (isPlain(value) ? Object.keys(value) : undefined);

/** The parts of an object that have their shape; the others are said, and take what stands in for them. */
const soundParts = (
  shape: z.ZodObject, value: Plain, standIn: Plain, place: string, say: Say, unreadable: Set<string>,
): Record<string, unknown> => {
  for (const key of Object.keys(value)) {
    if (!(key in shape.shape)) say(place, `"${key}" não é uma opção aqui${suggestion(key, Object.keys(shape.shape))}`);
  }
  return Object.fromEntries(Object.entries(shape.shape).flatMap(([key, part]) => {
    const given = value[key];
    if (given === undefined && !(key in standIn)) return [];
    const here = place === '' ? key : `${place}.${key}`;
    if (given === undefined) say(place, `falta "${key}"`);
    else if (hasShape(part as z.ZodType, given, here, say)) return [[key, given]];
    unreadable.add(here);
    return key in standIn ? [[key, standIn[key]]] : [];
  }));
};

const KINDS = Object.keys(fieldShapes);
const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && KINDS.includes(kind);

/** The field that a value is, as far as it can be read; by its own kind, so that the sentences speak of that kind alone. */
const readField = (value: unknown, place: string, say: Say): Field | undefined => {
  if (!isPlain(value)) {
    say(place, 'esperava um campo: um objeto com "kind"');
    return undefined;
  }
  const {kind} = value;
  if (isKind(kind)) {
    const isSound = hasShape(fieldShapes[kind], value, place, say, `de um campo ${kind}`);
    return (isSound ? value : readable(fieldShapes[kind], value)) as Field | undefined;
  }
  const misspelt = typeof kind === 'string' ? suggestion(kind, KINDS) : '';
  say(place, kind === undefined ? 'falta "kind"' : `${JSON.stringify(kind)} não é um tipo de campo${misspelt}: use ${either(KINDS)}`);
  return undefined;
};

/** Fields whose place gives them their label and `required`: these they must not say themselves. */
const isBareField = (value: unknown, place: string, say: Say): value is UnlabelledField => {
  if (!isPlain(value)) return readField(value, place, say) !== undefined;
  for (const key of ['label', 'required']) {
    if (key in value) say(place, `"${key}" não é uma opção aqui: vem do item do modelo`);
  }
  for (const key of ['visible', 'editable', 'whenOff']) {
    if (key in value) say(place, `"${key}" não é uma opção aqui: um item não olha para os outros`);
  }
  const whole = {...value, label: '-', required: true};
  return readField(whole, place, say) === (whole as unknown);
};

const soundFields = (value: unknown, place: string, say: Say): Fields =>
  Object.fromEntries(Object.entries(isPlain(value) ? value : {}).flatMap(([name, one]) => {
    const field = readField(one, `${place}.${name}`, say);
    return field === undefined ? [] : [[name, field]];
  }));

const soundActions = (value: unknown, place: string, say: Say): Record<string, ActionInput> =>
  Object.fromEntries(Object.entries(isPlain(value) ? value : {}).flatMap(([name, action]) => {
    const here = `${place}.${name}`;
    const read = hasShape(shapes.action, action, here, say) ? action : readable(shapes.action, action);
    if (read === undefined) return [];
    const {asks, ...rest} = read as ActionInput;
    return [[name, asks === undefined ? rest : {...rest, asks: soundFields(asks, `${here}.asks`, say)}]];
  }));

const soundResource = (value: unknown, name: string, say: Say, unreadable: Set<string>): ResourceInput | undefined => {
  const place = `resources.${name}`;
  if (!isPlain(value)) {
    say(place, 'esperava um objeto');
    return undefined;
  }
  const standIn: Omit<ResourceInput, 'actions'> = {
    label: {one: name, many: name}, icon: '', fields: {}, list: {columns: [], sort: ['id', 'asc']},
    access: {list: []}, scope: {},
  };
  // Actions are held against their shape one by one, below.
  const {actions, ...rest} = value;
  const parts = soundParts(shapes.resource.omit({actions: true}), rest, standIn, place, say, unreadable);
  return {
    ...(parts as unknown as ResourceInput),
    fields: soundFields(parts['fields'], `${place}.fields`, say),
    ...(actions === undefined ? {} : {actions: soundActions(actions, `${place}.actions`, say)}),
  };
};

/** Reads what can be read of a config, and says every mistake of shape on the way. */
export const readWorld = (raw: unknown, say: Say): World | undefined => {
  if (!isPlain(raw)) {
    say('', 'esperava um objeto');
    return undefined;
  }
  const standIn: Plain = {
    product: {name: '', basename: '/'}, profiles: {}, menu: {}, resources: {},
  };
  const unreadable = new Set<string>();
  const parts = soundParts(shapes.config, raw, standIn, '', say, unreadable) as unknown as ConfigInput;
  const {itemKinds, namedItems} = parts;
  const items = Object.entries(itemKinds ?? {}).filter(([name, field]) => isBareField(field, `itemKinds.${name}`, say));
  const named = Object.entries(namedItems ?? {}).filter(([name, item]) => isBareField(item.field, `namedItems.${name}.field`, say));
  const resources = Object.entries(parts.resources).flatMap(([name, value]) => {
    const resource = soundResource(value, name, say, unreadable);
    return resource ? [[name, resource] as const] : [];
  });
  const config = completeConfig({
    ...parts, ...(itemKinds && {itemKinds: Object.fromEntries(items)}), ...(namedItems && {namedItems: Object.fromEntries(named)}),
    resources: Object.fromEntries(resources),
  });
  // With those whose shape is wrong, and those that follow from others.
  const written = (resource: string, part: 'fields' | 'actions' | 'people' | 'conditions'): Names => {
    const value = (parts.resources as Plain)[resource];
    const said = isPlain(value) ? value[part] : undefined;
    const names = said === undefined ? [] : keys(said);
    // One that could not be read shows nothing, and is told already.
    const shown = part === 'fields' && isPlain(said)
      ? Object.values(said).flatMap(field => (isPlain(field) ? keys(field['shows']) ?? [] : [])) : [];
    return names && [...new Set([...names, ...shown, ...Object.keys(config.resources[resource]?.[part] ?? {})])];
  };
  const fieldsOf = (resource: string): Names => written(resource, 'fields');
  return {
    config,
    say,
    profiles: keys(raw['profiles']),
    resources: keys(raw['resources']),
    lists: raw['lists'] === undefined ? [] : keys(raw['lists']),
    unreadable,
    fieldsOf,
    hasAllFields: resource => {
      const fields = config.resources[resource]?.fields;
      if (fields === undefined || unreadable.has(`resources.${resource}.fields`)) return false;
      return fieldsOf(resource)?.every(name => Object.hasOwn(fields, name)) === true;
    },
    actionsOf: resource => written(resource, 'actions'),
    conditionsOf: resource => {
      const [people, conditions] = [written(resource, 'people'), written(resource, 'conditions')];
      return people && conditions && [...builtInNames, ...people, ...conditions];
    },
    declares: (resource, part) => {
      const value = (parts.resources as Plain)[resource];
      return isPlain(value) && value[part] !== undefined;
    },
    known: (place, word, names, what) => {
      if (names === undefined || names.includes(word)) return true;
      say(place, `"${word}" não é ${what}${suggestion(word, names)}`);
      return false;
    },
  };
};

/** What only one may have: an address, a table, a call. */
export interface Claim {
  /** Where it stands. */
  by: string;
  key: string;
  /** What to do where it is taken. */
  instead?: string;
}

/** Who has what belongs to nobody's resource. */
export const PRODUCT = 'o produto';

/** Says so of the last of those that want the same. */
export const checkClaims = (world: World, what: string, claims: readonly Claim[]): void => {
  for (const key of repeated(claims.map(claim => claim.key))) {
    const all = claims.filter(claim => claim.key === key);
    const {by = '', instead = ''} = all.at(-1) ?? {};
    world.say(by, `${what} "${key}" já é ${all[0]?.by === PRODUCT ? 'do produto' : `de ${all[0]?.by}`}${instead}`);
  }
};
