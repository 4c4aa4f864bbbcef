/**
 * The readable part of a config. Each part is checked against its shape alone, so that one wrong part hides no mistake in another. An empty
 * part replaces a wrong one, while its names stay known.
 */
import type {z} from 'zod';
import {builtInNames} from '../conditions/builtIn.ts';
import {completeConfig} from '../config/completeConfig.ts';
import {
  rootShapes, type UnlabelledField, type Config, type ActionInput, type ConfigInput, type ResourceInput, type PartName, type Resource,
} from '../shapes/config.ts';
import {fieldShapes, type Field, type Fields, type Kind} from '../shapes/fields.ts';
import {checkShape, dropInvalidDisplayOptions} from './shape.ts';
import {joinAlternatives, listDuplicates, spellingHint, type ReportMistake} from './mistakeTexts.ts';

/** `undefined` means unknown: then nothing is refused. */
export type KnownNames = readonly string[] | undefined;

export interface CheckContext {
  config: Config;
  report: ReportMistake;
  profiles: KnownNames;
  resources: KnownNames;
  lists: KnownNames;
  /** Field names of a resource, including fields with a wrong shape. */
  fieldsOf(resource: string): KnownNames;
  actionsOf(resource: string): KnownNames;
  /** Condition names of a resource: built in, from `people`, declared. */
  conditionsOf(resource: string): KnownNames;
  /** Tells whether a resource has a part, even one with a wrong shape. */
  declaresPart(resource: string, part: PartName): boolean;
  /** Tells whether all fields were readable. Otherwise no field is reported as missing. */
  hasAllFields(resource: string): boolean;
  /** Places of wrong parts that were replaced. Checks that depend on them are skipped. */
  unreadablePlaces: ReadonlySet<string>;
  /** Reports a word that is none of the names. `description`: `um campo de empresas`. */
  checkKnownName(place: string, word: string, names: KnownNames, description: string): boolean;
}

/** Input of the checks of one resource. */
export interface ResourceCheckContext {
  context: CheckContext;
  name: string;
  resource: Resource;
  /** Place of the checked part: `resources.tickets`, `resources.tickets.list`. */
  path: string;
}

type PlainObject = Readonly<Record<string, unknown>>;
const isPlain = (value: unknown): value is PlainObject => typeof value === 'object' && value !== null && !Array.isArray(value);
const keysOf = (value: unknown): KnownNames => (isPlain(value) ? Object.keys(value) : undefined);

/** Keeps the parts with a valid shape, reports the others and replaces them by their fallback. */
const readParts = (
  shape: z.ZodObject, value: PlainObject, fallbacks: PlainObject, place: string, report: ReportMistake, unreadable: Set<string>,
): Record<string, unknown> => {
  for (const key of Object.keys(value)) {
    if (!(key in shape.shape)) report(place, `"${key}" não é uma opção aqui${spellingHint(key, Object.keys(shape.shape))}`);
  }
  return Object.fromEntries(Object.entries(shape.shape).flatMap(([key, partShape]) => {
    const partValue = value[key];
    if (partValue === undefined && !(key in fallbacks)) return [];
    const partPlace = place === '' ? key : `${place}.${key}`;
    if (partValue === undefined) report(place, `falta "${key}"`);
    else if (checkShape(partShape as z.ZodType, partValue, partPlace, report)) return [[key, partValue]];
    unreadable.add(partPlace);
    return key in fallbacks ? [[key, fallbacks[key]]] : [];
  }));
};

const KINDS = Object.keys(fieldShapes);
const isKind = (kind: unknown): kind is Kind => typeof kind === 'string' && KINDS.includes(kind);

/** Reads a field by the shape of its own kind, so that the sentences speak of that kind alone. */
const readField = (value: unknown, place: string, report: ReportMistake): Field | undefined => {
  if (!isPlain(value)) {
    report(place, 'esperava um campo: um objeto com "kind"');
    return undefined;
  }
  const {kind} = value;
  if (isKind(kind)) {
    const isValid = checkShape(fieldShapes[kind], value, place, report, `de um campo ${kind}`);
    return (isValid ? value : dropInvalidDisplayOptions(fieldShapes[kind], value)) as Field | undefined;
  }
  const misspelt = typeof kind === 'string' ? spellingHint(kind, KINDS) : '';
  report(
    place,
    kind === undefined ? 'falta "kind"' : `${JSON.stringify(kind)} não é um tipo de campo${misspelt}: use ${joinAlternatives(KINDS)}`,
  );
  return undefined;
};

/** Checks a field that gets its label and `required` from its place and may not declare them. */
const isUnlabelledField = (value: unknown, place: string, report: ReportMistake): value is UnlabelledField => {
  if (!isPlain(value)) return readField(value, place, report) !== undefined;
  for (const key of ['label', 'required']) {
    if (key in value) report(place, `"${key}" não é uma opção aqui: vem do item do modelo`);
  }
  for (const key of ['visible', 'editable', 'whenOff']) {
    if (key in value) report(place, `"${key}" não é uma opção aqui: um item não olha para os outros`);
  }
  const fullField = {...value, label: '-', required: true};
  return readField(fullField, place, report) === (fullField as unknown);
};

const readFields = (value: unknown, place: string, report: ReportMistake): Fields =>
  Object.fromEntries(Object.entries(isPlain(value) ? value : {}).flatMap(([name, fieldValue]) => {
    const field = readField(fieldValue, `${place}.${name}`, report);
    return field === undefined ? [] : [[name, field]];
  }));

const readActions = (value: unknown, place: string, report: ReportMistake): Record<string, ActionInput> =>
  Object.fromEntries(Object.entries(isPlain(value) ? value : {}).flatMap(([name, action]) => {
    const actionPlace = `${place}.${name}`;
    const readableAction = checkShape(rootShapes.action, action, actionPlace, report)
      ? action
      : dropInvalidDisplayOptions(rootShapes.action, action);
    if (readableAction === undefined) return [];
    const {asks, ...actionWithoutAsks} = readableAction as ActionInput;
    return [[name, asks === undefined ? actionWithoutAsks : {...actionWithoutAsks, asks: readFields(asks, `${actionPlace}.asks`, report)}]];
  }));

const readResource = (value: unknown, name: string, report: ReportMistake, unreadable: Set<string>): ResourceInput | undefined => {
  const place = `resources.${name}`;
  if (!isPlain(value)) {
    report(place, 'esperava um objeto');
    return undefined;
  }
  const fallbacks: Omit<ResourceInput, 'actions'> = {
    label: {one: name, many: name}, icon: '', fields: {}, list: {columns: [], sort: ['id', 'asc']},
    access: {list: []}, scope: {},
  };
  // Actions are checked one by one below.
  const {actions, ...otherParts} = value;
  const parts = readParts(rootShapes.resource.omit({actions: true}), otherParts, fallbacks, place, report, unreadable);
  return {
    ...(parts as unknown as ResourceInput),
    fields: readFields(parts['fields'], `${place}.fields`, report),
    ...(actions === undefined ? {} : {actions: readActions(actions, `${place}.actions`, report)}),
  };
};

/** Reads a config as far as possible and reports every mistake of shape. */
export const readCheckContext = (raw: unknown, report: ReportMistake): CheckContext | undefined => {
  if (!isPlain(raw)) {
    report('', 'esperava um objeto');
    return undefined;
  }
  const fallbacks: PlainObject = {
    product: {name: '', basename: '/'}, profiles: {}, menu: {}, resources: {},
  };
  const unreadable = new Set<string>();
  const parts = readParts(rootShapes.config, raw, fallbacks, '', report, unreadable) as unknown as ConfigInput;
  const {itemKinds, namedItems} = parts;
  const validItemKinds = Object.entries(itemKinds ?? {}).filter(([name, field]) => isUnlabelledField(field, `itemKinds.${name}`, report));
  const validNamedItems = Object.entries(namedItems ?? {}).filter(
    ([name, item]) => isUnlabelledField(item.field, `namedItems.${name}.field`, report),
  );
  const resources = Object.entries(parts.resources).flatMap(([name, value]) => {
    const resource = readResource(value, name, report, unreadable);
    return resource ? [[name, resource] as const] : [];
  });
  const config = completeConfig({
    ...parts, ...(itemKinds && {itemKinds: Object.fromEntries(validItemKinds)}),
    ...(namedItems && {namedItems: Object.fromEntries(validNamedItems)}),
    resources: Object.fromEntries(resources),
  });
  // Includes names with a wrong shape and names derived from others.
  const listNames = (resource: string, part: 'fields' | 'actions' | 'people' | 'conditions'): KnownNames => {
    const value = (parts.resources as PlainObject)[resource];
    const partValue = isPlain(value) ? value[part] : undefined;
    const names = partValue === undefined ? [] : keysOf(partValue);
    // An unreadable field is reported already and shows nothing.
    const shownNames = part === 'fields' && isPlain(partValue)
      ? Object.values(partValue).flatMap(field => (isPlain(field) ? keysOf(field['shows']) ?? [] : [])) : [];
    return names && [...new Set([...names, ...shownNames, ...Object.keys(config.resources[resource]?.[part] ?? {})])];
  };
  const fieldsOf = (resource: string): KnownNames => listNames(resource, 'fields');
  return {
    config,
    report,
    profiles: keysOf(raw['profiles']),
    resources: keysOf(raw['resources']),
    lists: raw['lists'] === undefined ? [] : keysOf(raw['lists']),
    unreadablePlaces: unreadable,
    fieldsOf,
    hasAllFields: resource => {
      const fields = config.resources[resource]?.fields;
      if (fields === undefined || unreadable.has(`resources.${resource}.fields`)) return false;
      return fieldsOf(resource)?.every(name => Object.hasOwn(fields, name)) === true;
    },
    actionsOf: resource => listNames(resource, 'actions'),
    conditionsOf: resource => {
      const [people, conditions] = [listNames(resource, 'people'), listNames(resource, 'conditions')];
      return people && conditions && [...builtInNames, ...people, ...conditions];
    },
    declaresPart: (resource, part) => {
      const value = (parts.resources as PlainObject)[resource];
      return isPlain(value) && value[part] !== undefined;
    },
    checkKnownName: (place, word, names, description) => {
      if (names === undefined || names.includes(word)) return true;
      report(place, `"${word}" não é ${description}${spellingHint(word, names)}`);
      return false;
    },
  };
};

/** Something unique: an address, a table, a call. */
export interface Claim {
  /** Place in the config. */
  by: string;
  key: string;
  /** Advice for the case that the key is taken. */
  advice?: string;
}

/** Owner of claims that belong to no resource. */
export const PRODUCT_CLAIMANT = 'o produto';

/** Reports the last of several claims to the same key. */
export const checkUniqueClaims = (context: CheckContext, noun: string, claims: readonly Claim[]): void => {
  for (const key of listDuplicates(claims.map(claim => claim.key))) {
    const claimants = claims.filter(claim => claim.key === key);
    const {by = '', advice = ''} = claimants.at(-1) ?? {};
    context.report(by, `${noun} "${key}" já é ${claimants[0]?.by === PRODUCT_CLAIMANT ? 'do produto' : `de ${claimants[0]?.by}`}${advice}`);
  }
};
