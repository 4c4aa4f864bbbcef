/** Walks the zod schemas of the config: objects, their options, the types of these as text, and their uses in a config. */
import type * as z from 'zod';
import {endpointShape} from '../../src/schema/shapes/calls.ts';
import {rootShapes} from '../../src/schema/shapes/config.ts';
import {fieldShapes, type Kind} from '../../src/schema/shapes/fields.ts';
import {isFieldShape, namingOf, placeholderScopeOf, type NameKind} from '../../src/schema/shapes/nameShapes.ts';

export type Schema = z.core.$ZodType;
/** Options of an object of the config, by name. */
export type Options = Readonly<Record<string, Schema>>;

/** Parts of a zod schema. Each kind of schema has some of them. */
interface Parts {
  type: string;
  innerType?: Schema;
  options?: readonly Schema[];
  shape?: Options;
  keyType?: Schema;
  valueType?: Schema;
  element?: Schema;
  items?: readonly Schema[];
  entries?: Readonly<Record<string, string>>;
  values?: readonly unknown[];
  checks?: readonly unknown[];
  format?: string;
}
const partsOf = (schema: Schema): Parts => schema._zod.def;

export const isOptional = (schema: Schema): boolean => partsOf(schema).type === 'optional';

/** Returns the options of an object schema; undefined for another schema. */
export const optionsOf = (schema: Schema): Options | undefined => partsOf(schema).shape;

/** Returns the object schemas within the value of an option. Conditions and fields have places of their own. */
export const objectsIn = (schema: Schema): readonly Schema[] => {
  if (namingOf(schema) !== undefined) return [];
  const {shape, innerType, options = [], valueType, element, items = []} = partsOf(schema);
  if (shape !== undefined) return [schema];
  return [innerType, ...options, valueType, element, ...items].flatMap(part => (part === undefined ? [] : objectsIn(part)));
};

/** Returns the first object schema within an option of a schema. */
export const objectAt = (schema: Schema, ...path: readonly string[]): Schema => {
  const [object] = objectsIn(schema);
  const [step, ...rest] = path;
  if (object === undefined) throw new TypeError(`no object before ${step}`);
  if (step === undefined) return object;
  const option = optionsOf(object)?.[step];
  if (option === undefined) throw new TypeError(`no option ${step}`);
  return objectAt(option, ...rest);
};

const CONDITION = '[condition](#condition)';
const NAME_TYPES: Readonly<Record<NameKind, string>> = {
  field: 'field', value: 'field or `id`', beside: 'field', compared: 'field or session value', against: 'field, session value or date',
  start: 'field, `hoje` or `agora`', amount: 'field',
  written: 'value', shown: 'field, `id` or `aguarda`', user: 'reference to `usuarios`', status: 'status', left: 'status or `*`',
  profile: 'profile', entry: 'access entry', condition: CONDITION, found: CONDITION, told: 'recipient', waiter: 'turn holder',
  action: 'action', doing: 'operation', tab: 'tab', filter: 'filter', event: 'event', resource: 'resource', list: 'fixed list',
  icon: 'icon', place: 'menu place',
};
/** Words of the types for names, each with the kind of name that explains it. */
export const nameTypes: readonly (readonly [type: string, kind: NameKind])[] =
  (Object.entries(NAME_TYPES) as [NameKind, string][]).filter(([, type]) => type !== CONDITION).map(([kind, type]) => [type, kind]);

const code = (value: unknown): string => `\`${typeof value === 'string' ? `'${value}'` : String(value)}\``;
const SCALARS: Readonly<Record<string, string>> = {boolean: 'boolean', null: '`null`', unknown: 'object', object: 'object'};

const PLURALS: Readonly<Record<string, string>> = {status: 'statuses', 'access entry': 'access entries'};
const plural = (type: string): string => {
  if (type.includes(' or ')) return `(${type})`;
  return PLURALS[type] ?? type.replace(/^list(?= of )|^\[?[a-z ]+/, '$&s');
};

/** Describes the type of an option's value. @param titleOf title of the section about an object, if it has one */
export const typeOf = (schema: Schema, titleOf: (object: Schema) => string | undefined): string => {
  const describe = (part: Schema): string => typeOf(part, titleOf);
  const naming = namingOf(schema);
  if (naming !== undefined) {
    const kinds = naming.as === 'user' ? [] : (naming.kinds ?? []).map(kind => `\`${kind}\``);
    return `${new Intl.ListFormat('en', {type: 'disjunction'}).format(kinds)} ${NAME_TYPES[naming.as]}`.trim();
  }
  if (placeholderScopeOf(schema) !== undefined) return 'sentence';
  if (isFieldShape(schema)) return '[field](#field)';
  if (schema === endpointShape) return 'call';
  const title = titleOf(schema);
  if (title !== undefined) return `[${title.toLowerCase()}](#${title.toLowerCase().replaceAll(' ', '-')})`;
  const {type, innerType, options = [], keyType, valueType, element, items, entries, values, checks = [], format} = partsOf(schema);
  if (innerType !== undefined) return describe(innerType);
  if (element !== undefined) return `list of ${plural(describe(element))}`;
  if (items !== undefined) return `(${items.map(describe).join('; ')})`;
  if (valueType !== undefined) {
    const key = keyType === undefined || keyType._zod.def.type === 'string' && namingOf(keyType) === undefined ? 'name' : describe(keyType);
    return `${key} → ${describe(valueType)}`;
  }
  if (type === 'union') return [...new Set(options.map(describe))].join(' or ');
  if (type === 'enum') return Object.values(entries ?? {}).map(code).join(' or ');
  if (type === 'literal') return (values ?? []).map(code).join(' or ');
  if (type === 'number') return [...checks, format].some(check => check !== undefined && isInteger(check)) ? 'integer' : 'number';
  if (type === 'string') return 'text';
  return SCALARS[type] ?? type;
};

const isInteger = (check: unknown): boolean =>
  check === 'safeint' || (check as {_zod?: {def?: {format?: string}}})._zod?.def?.format === 'safeint';

/** Returns the option of a union to which a value belongs. */
const branchFor = (options: readonly Schema[], value: unknown): Schema | undefined =>
  options.find(option => (option as z.ZodType).safeParse(value).success);

/** Calls back for each option that a value of the config uses, with the object schema and the option's name. */
export const visitUses = (schema: Schema, value: unknown, visit: (object: Schema, option: string) => void): void => {
  const next = (part: Schema | undefined, inner: unknown): void => {
    if (part !== undefined && inner !== undefined && inner !== null) visitUses(part, inner, visit);
  };
  if (isFieldShape(schema)) return next(fieldShapes[(value as {kind: Kind}).kind], value);
  const {innerType, options, shape, keyType, valueType, element, items} = partsOf(schema);
  if (innerType) return next(innerType, value);
  if (options) return next(branchFor(options, value), value);
  if (shape) {
    for (const [option, inner] of Object.entries(value as object)) {
      if (shape[option] !== undefined) visit(schema, option);
      // The schema of the config leaves resources to a parse of their own.
      const isResources = schema === rootShapes.config && option === 'resources';
      for (const one of isResources ? Object.values(inner as object) : []) next(rootShapes.resource, one);
      if (!isResources) next(shape[option], inner);
    }
  } else if (keyType && valueType) {
    for (const inner of Object.values(value as object)) next(valueType, inner);
  } else if (Array.isArray(value)) value.forEach((inner, at) => next(element ?? items?.[at], inner));
};
